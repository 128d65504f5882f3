import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepListsUp } from '../cultivations/keep-up.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { write } from '../write.ts';

const { world, alice, bob, carol } = setUpCast();

let dan: Person;
beforeEach(async () => {
  dan = await world.individual('dan');
});

const invite = (people: readonly Person[], more: object = {}, as: Person = carol) =>
  world.request(`/api/invitations/${carol._id}/`, {
    method: 'POST',
    as,
    body: { usersToBeInvited: people.map(({ _id }) => _id), ...more },
  });
const follow = (person: Person) =>
  world.as(person).follows.follow({ followerId: person._id, followingId: carol._id });
const endorse = (person: Person) =>
  world.as(person).endorsements.endorse({ endorserId: person._id, endorseeId: carol._id });
const price = (people: object) =>
  world.as(carol).invitations.followPrice({ organizationId: carol._id, ...people });
const noticesOf = async (person: Person) =>
  (await world.as(person).notifications.list({})).items.filter(({ type }) => type === 'follow-invitation');
const mailsTo = (person: Person) => world.ports.mailbox.filter(({ to }) => to === person.email);
const listOf = async (people: readonly Person[]) => {
  const { _id: id } = await world.as(carol).cultivations.create({ title: 'Regulars' });
  await world.as(carol).cultivations.addUsers({ id, userIds: people.map(({ _id }) => _id) });
  return id;
};

describe('an invitation to follow', () => {
  it('costs a coin for each who is neither connected nor an endorser, and sends a notification and a mail', async () => {
    await endorse(bob);
    const connected = await world.individual('eve');
    await world.as(connected).connections.grant({
      senderId: carol._id,
      receiverId: connected._id,
      isConnected: true,
    });
    const people = [alice, bob, connected];
    expect(await price({ usersToBeInvited: people.map(({ _id }) => _id) })).toEqual({
      total: 3,
      notConnected: 1,
      cost: 1,
    });
    const link = `/organization/details/${carol._id}`;
    expect(
      await invite(people, { invitationText: 'Join us!', organizationLink: link, cost: 1 }),
    ).toMatchObject({
      status: 200,
      success: true,
      message: 'Invitation sent.',
      data: { total: 3, cost: 1, walletCoin: 99 },
    });
    await world.ports.runJobs();
    for (const person of people) {
      expect(await noticesOf(person)).toMatchObject([{ senderId: carol._id, isRead: false }]);
      const [mail, ...others] = mailsTo(person);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Carol invites you to follow them on Gatherwell');
      expect(mail?.text).toContain('Join us!');
      expect(mail?.text).toContain(`https://gatherwell.test${link}`);
    }
  });

  it('keeps the order of the mail’s words around a name that is written from right to left', async () => {
    await world.db
      .updateTable('organizations')
      .set({ name: 'مطبخ الحي' })
      .where('user_id', '=', carol._id)
      .execute();
    await invite([alice]);
    await world.ports.runJobs();
    const [mail] = mailsTo(alice);
    expect(mail?.subject).toBe('\u2068مطبخ الحي\u2069 invites you to follow them on Gatherwell');
    expect(mail?.text).toMatch(/^\u2068مطبخ الحي\u2069 wrote:/);
  });

  it('goes only to those who do not follow and were never invited, also by ten at once', async () => {
    await follow(bob);
    const responses = await Promise.all(Array.from({ length: 10 }, () => invite([alice, bob, carol])));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    await world.ports.runJobs();
    expect(mailsTo(alice)).toHaveLength(1);
    expect(mailsTo(alice)[0]?.text).toContain('You are Invited To Follow me');
    expect(await noticesOf(bob)).toEqual([]);
    expect(await invite([alice])).toMatchObject({ status: 409, message: 'No Users To Be Invited' });
    expect(await invite([alice, dan])).toMatchObject({ data: { total: 1, walletCoin: 98 } });
  });

  it('needs users and a text, and the address of the organization', async () => {
    expect(await invite([])).toMatchObject({ status: 400 });
    expect(await invite([alice], { invitationText: '  ' })).toMatchObject({
      status: 400,
      message: 'Invitation message can not be blank',
    });
    expect(await invite([alice], { organizationLink: `/organization/details/${dan._id}` })).toMatchObject({
      status: 400,
    });
    expect(await world.as(carol).wallet.balance({})).toEqual({ walletCoin: 100 });
  });

  it('is not sent for too few coins or another price', async () => {
    expect(await invite([alice, bob], { cost: 1 })).toMatchObject({
      status: 409,
      message: 'The price is now 2 coins. Nothing was sent or charged.',
    });
    await world.db.updateTable('wallets').set({ balance: 1 }).where('user_id', '=', carol._id).execute();
    expect(await invite([alice, bob])).toMatchObject({
      status: 409,
      message: 'This costs 2 coins, and you have 1: you need 1 coin more. Nothing was sent.',
    });
    await world.ports.runJobs();
    expect(await noticesOf(alice)).toEqual([]);
    expect(await invite([alice])).toMatchObject({ status: 200, data: { walletCoin: 0 } });
  });

  it('is not sent to more than 10,000 at once', async () => {
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', 'throng-' || n || '@example.org', 'hash', now()
        from generate_series(1, 10001) as n returning id
      )
      insert into individuals (user_id, first_name, last_name, address)
      select id, 'Throng', 'Example', '{}' from person`.execute(world.db);
    await world.db.updateTable('wallets').set({ balance: 20_000 }).where('user_id', '=', carol._id).execute();
    const filters = { name: 'throng' };
    const send = () => world.as(carol).invitations.inviteToFollow({ organizationId: carol._id, filters });
    await expect(send()).rejects.toThrow('At most 10000 users can be invited at a time');
    expect(await world.as(carol).wallet.balance({})).toEqual({ walletCoin: 20_000 });
  });

  it('leaves out who has blocked the organization, and who may not be found', async () => {
    await world.as(bob).blocks.block({ userId: bob._id, blockedUserId: carol._id });
    const hidden = await world.individual('eve', { is_user_searchable: false });
    expect(await invite([alice, bob, hidden])).toMatchObject({ data: { total: 1, cost: 1 } });
    await world.ports.runJobs();
    expect([...mailsTo(bob), ...mailsTo(hidden)]).toEqual([]);
  });

  it('neither notifies nor mails who blocks the organization after it was paid for', async () => {
    expect(await invite([alice, bob, dan])).toMatchObject({ data: { total: 3 } });
    const block = (person: Person) =>
      world.as(person).blocks.block({ userId: person._id, blockedUserId: carol._id });
    await block(bob);
    await world.ports.runJobs();
    expect([...mailsTo(bob), ...(await noticesOf(bob))]).toEqual([]);
    await block(dan);
    const mailAgain = ({ _id: inviteeId }: Person) =>
      ({ name: 'mail-follow-invitation', payload: { organizationId: carol._id, inviteeId } }) as const;
    await write(world, async (_, effects) => [alice, dan].map(mailAgain).forEach(effects.job));
    await world.ports.runJobs();
    expect([mailsTo(alice).length, mailsTo(dan).length]).toEqual([2, 1]);
  });

  it('reaches everybody on a list, which counts who followed since', async () => {
    await follow(dan);
    const cultivationId = await listOf([alice, bob, dan]);
    expect(await price({ cultivationId })).toEqual({ total: 2, notConnected: 2, cost: 2 });
    await world.as(carol).invitations.inviteToFollow({ organizationId: carol._id, cultivationId });
    world.ports.clock.advance(1000);
    await follow(alice);
    await keepListsUp(world.deps);
    expect(await world.as(carol).cultivations.byId({ id: cultivationId })).toMatchObject({
      invitedUsers: 2,
      followedAfterInvitation: 1,
    });
    const { users } = await world
      .as(carol)
      .cultivations.byId({ id: cultivationId, sort: 'name', order: 'ascending' });
    expect(users.map(({ invited, follows }) => [invited, follows])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });

  it('notifies many in batches, each once', async () => {
    const crowd = await Promise.all(Array.from({ length: 205 }, () => world.newcomer('individual')));
    await world.db.updateTable('wallets').set({ balance: 300 }).where('user_id', '=', carol._id).execute();
    expect(await invite(crowd)).toMatchObject({ data: { total: 205, walletCoin: 95 } });
    await world.ports.runJobs();
    const ids = crowd.map(({ _id }) => _id);
    const rows = await world.db
      .selectFrom('notifications')
      .select('user_id')
      .where('user_id', 'in', ids)
      .where('type', '=', 'follow-invitation')
      .execute();
    expect(new Set(rows.map((row) => row.user_id)).size).toBe(205);
    expect(rows).toHaveLength(205);
  });

  it('is sent in the name of the organization that is signed in, to people of its own lists', async () => {
    const rival = await world.organization('rival');
    expect(await invite([alice], {}, rival)).toMatchObject({ status: 403 });
    expect(await invite([alice], {}, bob)).toMatchObject({ status: 403 });
    const cultivationId = await listOf([alice]);
    await expect(
      world.as(rival).invitations.inviteToFollow({ organizationId: rival._id, cultivationId }),
    ).rejects.toThrow('Not found');
  });
});

describe('a message to people of a list', () => {
  it('reaches each who may be found, costs what is shown, and is for the own lists only', async () => {
    await follow(bob);
    const cultivationId = await listOf([alice, bob, dan]);
    await world.as(dan).blocks.block({ userId: dan._id, blockedUserId: carol._id });
    const caller = world.as(carol);
    expect(await caller.cultivations.messagePrice({ cultivationId })).toEqual({
      total: 2,
      connected: 1,
      cost: 1,
    });
    await caller.cultivations.message({ cultivationId, text: 'Soup at seven', cost: 1 });
    await world.ports.runJobs();
    expect(await caller.wallet.balance({})).toEqual({ walletCoin: 99 });
    for (const [person, count] of [
      [alice, 1],
      [bob, 1],
      [dan, 0],
    ] as const)
      expect((await world.as(person).conversations.list({})).items).toHaveLength(count);
    await expect(caller.cultivations.message({ cultivationId, text: ' ' })).rejects.toThrow(
      'Message can not be blank',
    );
    const rival = await world.organization('rival');
    await expect(world.as(rival).cultivations.message({ cultivationId, text: 'Hello' })).rejects.toThrow(
      'Not found',
    );
  });
});
