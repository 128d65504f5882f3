import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const between = (individual: Person, organization: Person) => ({
  individualId: individual._id,
  organizationId: organization._id,
});
const volunteer = { membershipType: 'volunteer', startTime: { month: 2, year: 2024 } } as const;
const create = (as: Person, body: object) => world.request('/api/memberships', { method: 'POST', as, body });
const change = (as: Person, body: object) => world.request('/api/memberships', { method: 'PUT', as, body });
const send = (method: 'PUT' | 'DELETE', path: string, as: Person) =>
  world.request(`/api/memberships/${path}`, { method, as });
const listed = async (filters: object, as: Person) => {
  const { data } = await world.request(`/api/memberships?filters=${JSON.stringify(filters)}`, { as });
  return data.items.map((item: { _id: string }) => item._id);
};
const asked = async (as: Person, individual: Person, organization: Person, more = {}): Promise<string> =>
  (await create(as, { ...between(individual, organization), ...volunteer, ...more })).data._id;
const notices = async (person: Person) =>
  (await world.as(person).notifications.list({})).items.map(({ type, senderId }) => [type, senderId]);

describe('a membership', () => {
  test('asked for by an individual is accepted by the organization, and both are notified', async () => {
    const body = { ...between(alice, carol), ...volunteer, isCurrent: true, requestedBy: 'individual' };
    const created = await create(alice, body);
    expect(created).toMatchObject({
      status: 200,
      data: {
        ...body,
        status: 'pending',
        endTime: null,
        individualFirstName: 'Alice',
        individualLastName: 'Example',
        individualProfilePicture: null,
        organizationName: 'Carol',
      },
    });
    const { _id } = created.data;
    expect(await notices(carol)).toEqual([['membership-request', alice._id]]);
    expect(await send('PUT', `${_id}/accept`, alice)).toMatchObject({ status: 403 });
    expect(await send('PUT', `${_id}/accept`, carol)).toMatchObject({ data: { status: 'accepted' } });
    expect(await notices(alice)).toEqual([['membership-accept', carol._id]]);
    for (const person of [alice, carol])
      expect(
        (await readEvents(world.db, person._id, 0)).filter(({ type }) => type === 'membership-changed'),
      ).toMatchObject([{ payload: { membershipId: _id } }, { payload: { membershipId: _id } }]);
  });

  test('offered by an organization is rejected by the individual, and can be offered again', async () => {
    const _id = await asked(carol, alice, carol, { requestedBy: 'organization' });
    expect(await send('PUT', `${_id}/reject`, carol)).toMatchObject({ status: 403 });
    expect(await send('PUT', `${_id}/reject`, alice)).toMatchObject({ data: { status: 'rejected' } });
    expect(await notices(carol)).toEqual([]);
    expect(await create(carol, { ...between(alice, carol), ...volunteer })).toMatchObject({ status: 200 });
  });

  test('is answered once: whoever comes later gets a conflict', async () => {
    const _id = await asked(alice, alice, carol);
    const answers = await Promise.all(
      ['accept', 'reject', 'accept', 'reject'].map((answer) => send('PUT', `${_id}/${answer}`, carol)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test.each(['accept', 'reject'])(
    'returns 404 to %s of what is gone, never was, or is between others',
    async (answer) => {
      const _id = await asked(alice, alice, carol);
      expect(await send('PUT', `${_id}/${answer}`, bob)).toMatchObject({ status: 404 });
      await send('DELETE', _id, alice);
      expect(await send('PUT', `${_id}/${answer}`, carol)).toMatchObject({ status: 404 });
      expect(await send('PUT', `${uuid()}/${answer}`, carol)).toMatchObject({ status: 404 });
    },
  );

  test('with an id of the client’s choice, sent many times at once, is one', async () => {
    const _id = uuid();
    const body = { _id, ...between(alice, carol), ...volunteer };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(alice, body)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await listed({ individualId: alice._id }, alice)).toEqual([_id]);
    expect(await create(bob, { ...body, individualId: bob._id })).toMatchObject({ status: 409 });
    expect(await create(alice, { ...body, membershipType: 'board' })).toMatchObject({ status: 409 });
  });

  test('is not asked for a second time, from either side, however much at once', async () => {
    const body = { ...between(alice, carol), ...volunteer };
    const answers = await Promise.all([alice, carol, alice, carol].map((person) => create(person, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await create(alice, { ...body, membershipType: 'board' })).toMatchObject({ status: 200 });
    const later = { ...body, startTime: { month: 3, year: 2024 } };
    expect(await create(alice, later)).toMatchObject({ status: 200 });
  });

  test('is between an individual and an organization, of which the caller is one', async () => {
    const dan = await world.organization('dan');
    const ada = await world.admin('ada');
    const post = (individual: Person, organization: Person, as: Person, more = {}) =>
      create(as, { ...between(individual, organization), ...volunteer, ...more });
    expect(await post(alice, carol, bob)).toMatchObject({ status: 403 });
    expect(await post(alice, carol, dan)).toMatchObject({ status: 403 });
    expect(await post(alice, carol, alice, { requestedBy: 'organization' })).toMatchObject({ status: 403 });
    for (const [one, other] of [
      [alice, bob],
      [carol, alice],
      [dan, carol],
      [ada, carol],
    ] as const)
      expect(await post(one, other, one)).toMatchObject({ status: 404 });
    expect(await post(alice, carol, carol, { status: 'accepted' })).toMatchObject({
      status: 200,
      data: { status: 'pending', requestedBy: 'organization' },
    });
  });
});

describe('the time of a membership', () => {
  const months = (start: [number, number], end?: [number, number] | null, isCurrent?: boolean) => ({
    startTime: { month: start[0], year: start[1] },
    ...(end !== undefined && { endTime: end && { month: end[0], year: end[1] } }),
    ...(isCurrent !== undefined && { isCurrent }),
  });

  test.each([
    ['without an end', months([0, 2024]), true],
    ['said to last', months([0, 2024], null, true), true],
    ['said to last, whatever the end says', months([0, 2024], [0, 2020], true), true],
    ['with an end a month later', months([11, 2023], [0, 2024]), false],
    ['with an end, said to be over', months([11, 2023], [0, 2024], false), false],
  ])('%s is taken', async (_, time, isCurrent) => {
    const body = { ...between(alice, carol), membershipType: 'board', ...time };
    expect(await create(alice, body)).toMatchObject({ status: 200, data: { isCurrent } });
  });

  test.each([
    [
      'with an end in the month of the start',
      months([5, 2024], [5, 2024]),
      'The end must be after the start',
    ],
    ['with an end before the start', months([0, 2024], [11, 2023]), 'The end must be after the start'],
    ['said to be over, without an end', months([0, 2024], null, false), 'This field is required'],
  ])('%s is rejected', async (_, time, message) => {
    const body = { ...between(alice, carol), membershipType: 'board', ...time };
    expect(await create(alice, body)).toMatchObject({ status: 400, fields: { endTime: message } });
  });

  test.each([
    [12, 2024],
    [-1, 2024],
    [0.5, 2024],
    [0, 1899],
    [0, 2101],
    [0, 2 ** 31],
  ])('month %s of %s is rejected', async (month, year) => {
    const body = { ...between(alice, carol), membershipType: 'board', startTime: { month, year } };
    expect(await create(alice, body)).toMatchObject({ status: 400 });
  });
});

describe('changing a membership', () => {
  test('takes an end at once, from either side', async () => {
    const _id = await asked(alice, alice, carol);
    await send('PUT', `${_id}/accept`, carol);
    for (const [person, endTime] of [
      [alice, { month: 5, year: 2025 }],
      [carol, { month: 6, year: 2025 }],
      [alice, null],
    ] as const)
      expect(await change(person, { _id, ...volunteer, endTime })).toMatchObject({
        data: { status: 'accepted', requestedBy: 'individual', endTime, isCurrent: endTime === null },
      });
  });

  test('asks the other side anew for another type or start', async () => {
    const _id = await asked(alice, alice, carol);
    await send('PUT', `${_id}/accept`, carol);
    const board = { _id, ...volunteer, membershipType: 'board' };
    expect(await change(carol, board)).toMatchObject({
      data: { status: 'pending', requestedBy: 'organization', membershipType: 'board' },
    });
    expect(await send('PUT', `${_id}/accept`, carol)).toMatchObject({ status: 403 });
    expect(await send('PUT', `${_id}/accept`, alice)).toMatchObject({ status: 200 });
    expect(await change(alice, { ...board, startTime: { month: 0, year: 2020 } })).toMatchObject({
      data: { status: 'pending', requestedBy: 'individual' },
    });
  });

  test('notifies the other side of what is asked for anew, and of each answer; not of the same again', async () => {
    const _id = await asked(alice, alice, carol);
    const ofRequests = async () => {
      const { items } = await world.as(carol).notifications.list({});
      return items.filter(({ type }) => type === 'membership-request').map(({ isRead }) => isRead);
    };
    await change(alice, { _id, ...volunteer, membershipType: 'committee' });
    expect(await ofRequests()).toEqual([false]);
    await world.as(carol).notifications.markAll({ isRead: true });
    await send('PUT', `${_id}/accept`, carol);
    await change(alice, { _id, ...volunteer, membershipType: 'board' });
    expect(await ofRequests()).toEqual([false, true]);
    await asked(alice, alice, carol, { membershipType: 'employee' });
    expect(await ofRequests()).toEqual([false, true]);
    await world.as(carol).notifications.markAll({ isRead: true });
    const again = await asked(alice, alice, carol);
    await send('DELETE', again, alice);
    await asked(alice, alice, carol);
    expect(await ofRequests()).toEqual([true, true]);
    // Deleted for good, they are not notified again either.
    for (const { _id: id } of (await world.as(carol).notifications.list({})).items)
      await world.as(carol).notifications.remove({ id });
    world.ports.clock.advance(60_000);
    await doDueWork(world.deps);
    await send('DELETE', (await listed({ individualId: alice._id }, alice))[0], alice);
    await asked(alice, alice, carol);
    expect(await ofRequests()).toEqual([]);
    await world.as(alice).notifications.markAll({ isRead: true });
    await send('PUT', `${_id}/accept`, carol);
    expect(await notices(alice)).toEqual([
      ['membership-accept', carol._id],
      ['membership-accept', carol._id],
    ]);
  });

  test('and answering it at the same moment end in both, or in a conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const eve = await world.individual('eve');
      const _id = await asked(eve, eve, carol);
      const endTime = { month: 5, year: 2025 };
      const [changed, accepted] = await Promise.all([
        change(eve, { _id, ...volunteer, endTime }),
        send('PUT', `${_id}/accept`, carol),
      ]);
      expect([changed.status, accepted.status]).toEqual([200, 200]);
      const [row] = (await world.as(eve).memberships.list({ filters: { individualId: eve._id } })).items;
      expect(row).toMatchObject({ status: 'accepted', endTime });

      const [again, removed] = await Promise.all([
        change(eve, { _id, ...volunteer }),
        send('DELETE', _id, carol),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(again.status);
    }
  });

  test('keeps an answer to what it was from counting for what it is', async () => {
    const _id = await asked(alice, alice, carol);
    await change(alice, { _id, ...volunteer, membershipType: 'board' });
    const answer = (body: object) =>
      world.request(`/api/memberships/${_id}/accept`, { method: 'PUT', as: carol, body });
    expect(await answer(volunteer)).toMatchObject({ status: 409 });
    expect(
      await answer({ ...volunteer, membershipType: 'board', startTime: { month: 0, year: 2020 } }),
    ).toMatchObject({
      status: 409,
    });
    expect(await answer({ ...volunteer, membershipType: 'board' })).toMatchObject({
      data: { status: 'accepted' },
    });
  });

  test('does not make two alike', async () => {
    await asked(alice, alice, carol);
    const other = await asked(alice, alice, carol, { membershipType: 'board' });
    expect(await change(alice, { _id: other, ...volunteer })).toMatchObject({ status: 409 });
  });

  test('and deleting are for the two sides', async () => {
    const _id = await asked(alice, alice, carol);
    for (const person of [bob, await world.organization('dan')]) {
      expect(await change(person, { _id, ...volunteer })).toMatchObject({ status: 404 });
      expect(await send('DELETE', _id, person)).toMatchObject({ status: 404 });
    }
    expect(await change(alice, { _id, ...volunteer, individualId: bob._id })).toMatchObject({
      status: 200,
      data: { individualId: alice._id },
    });
    expect(await send('DELETE', _id, carol)).toMatchObject({ status: 200 });
    expect(await send('DELETE', _id, alice)).toMatchObject({ status: 404 });
    expect(await listed({ organizationId: carol._id }, carol)).toEqual([]);
  });
});

describe('lists', () => {
  test('show the two sides everything, and others what was accepted of those whom they may find', async () => {
    const eve = await world.individual('eve', { is_user_searchable: false });
    const pending = await asked(alice, alice, carol);
    const accepted = await asked(bob, bob, carol);
    const hidden = await asked(eve, eve, carol);
    for (const id of [accepted, hidden]) await send('PUT', `${id}/accept`, carol);
    const ofCarol = { organizationId: carol._id };
    expect(await listed(ofCarol, carol)).toEqual([hidden, accepted, pending]);
    expect(await listed(ofCarol, alice)).toEqual([accepted, pending]);
    expect(await listed(ofCarol, bob)).toEqual([accepted]);
    expect(await listed(ofCarol, eve)).toEqual([hidden, accepted]);
    expect(await listed({ ...ofCarol, status: 'pending' }, carol)).toEqual([pending]);
    expect(await listed({ individualId: alice._id }, bob)).toEqual([]);
    expect(await listed({ individualId: alice._id }, carol)).toEqual([pending]);
    expect(await listed({ individualId: eve._id }, carol)).toEqual([hidden]);
    expect(await listed({ individualId: eve._id }, bob)).toEqual([]);
    expect(await listed({ individualId: bob._id, ...ofCarol }, alice)).toEqual([accepted]);
    expect(await world.request('/api/memberships', { as: alice })).toMatchObject({ status: 400 });
    expect(await world.request('/api/memberships?filters={}', { as: alice })).toMatchObject({ status: 400 });
  });

  test('page without gaps, and cost the same number of statements for one and for thirty', async () => {
    const list = (limit = 30, cursor: string | null = null) =>
      world.as(carol).memberships.list({ filters: { organizationId: carol._id }, limit, cursor });
    await asked(alice, alice, carol);
    const forOne = await world.countQueries(list);
    for (let index = 0; index < 29; index++) {
      const person = await world.individual('dan');
      await asked(person, person, carol);
    }
    expect(await world.countQueries(list)).toBe(forOne);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(7, cursor);
      seen.push(...page.items.map((item) => item._id));
      ({ cursor } = page);
    } while (cursor);
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
  });
});

describe('an organization’s own list', () => {
  /** Memberships of carol's, accepted unless `more` has another state, by the first names of who has them. */
  const join = async (
    name: string,
    more: { status?: 'pending' | 'rejected'; [field: string]: unknown } = {},
  ) => {
    const { status, ...entry } = more;
    const person = await world.individual(name);
    const _id = await asked(person, person, carol, entry);
    if (status !== 'pending') await send('PUT', `${_id}/${status ? 'reject' : 'accept'}`, carol);
    return { person, _id };
  };

  test('is narrowed by state and type', async () => {
    const board = await join('eve', { membershipType: 'board' });
    const open = await join('frank', { status: 'pending' });
    const rejected = await join('grace', { status: 'rejected', membershipType: 'board' });
    const ofCarol = { organizationId: carol._id };
    expect(await listed({ ...ofCarol, membershipType: 'board' }, carol)).toEqual([rejected._id, board._id]);
    expect(await listed({ ...ofCarol, status: 'pending' }, carol)).toEqual([open._id]);
    expect(await listed({ ...ofCarol, membershipType: 'board', status: 'accepted' }, carol)).toEqual([
      board._id,
    ]);
    expect(await listed({ ...ofCarol, membershipType: 'employee' }, carol)).toEqual([]);
  });

  test('is a file of safe cells, as far as the filter lets through, for the organization alone', async () => {
    const { person } = await join('eve', { membershipType: 'board', endTime: { month: 0, year: 2025 } });
    await join('frank', { status: 'pending' });
    await world.db
      .updateTable('individuals')
      .set({ first_name: '=SUM(A1)' })
      .where('user_id', '=', person._id)
      .execute();
    const read = (as?: Person, query = '') =>
      world.fetch(`/api/memberships/memberships.csv${query}`, {
        headers: as ? { authorization: `Bearer ${as.token}` } : {},
      });
    const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\r\n');

    const whole = await read(carol);
    expect(whole.headers.get('x-total-count')).toBe('2');
    expect((await linesOf(whole)).map((line) => line.split(',').slice(0, 6))).toEqual([
      ['Member', 'Type', 'State', 'Start', 'End', 'Requested By'],
      ['Frank Example', 'volunteer', 'pending', 'March-2024', 'Present', 'individual'],
      ["'=SUM(A1) Example", 'board', 'accepted', 'March-2024', 'January-2025', 'individual'],
    ]);
    expect(await linesOf(await read(carol, '?status=accepted&membershipType=board'))).toHaveLength(2);
    expect((await read(carol, '?status=nonsense')).status).toBe(400);
    expect(await linesOf(await read(await world.organization('dan')))).toHaveLength(1);
    expect([(await read()).status, (await read(alice)).status]).toEqual([401, 403]);
  });

  test('is written to by type: only those whose membership is in force, and no one with a block', async () => {
    const now = world.ports.clock.now();
    const year = now.getUTCFullYear();
    const thisMonth = { month: now.getUTCMonth(), year };
    const ofBoard = { membershipType: 'board', startTime: { month: 0, year: year - 3 } };
    const active = await join('eve', ofBoard);
    const endsNow = await join('frank', { ...ofBoard, endTime: thisMonth });
    await join('grace', { ...ofBoard, endTime: { month: 5, year: year - 1 } });
    await join('heidi', { ...ofBoard, startTime: { month: 0, year: year + 1 } });
    await join('ivan', { ...ofBoard, status: 'pending' });
    await join('judy', { ...ofBoard, membershipType: 'employee' });
    const blocker = await join('mallory', ofBoard);
    const block = { userId: blocker.person._id, blockedUserId: carol._id };
    await world.as(blocker.person).blocks.block(block);

    const price = (connectionType: 'all' | 'board' | 'committee') =>
      world.as(carol).conversations.bulkPrice({ id: carol._id, connection: 'members', connectionType });
    expect(await price('board')).toEqual({ total: 2, connected: 2, cost: 0 });
    expect(await price('all')).toMatchObject({ total: 3 });
    expect(await price('committee')).toMatchObject({ total: 0 });

    const sendTo = (group: string, as = carol) =>
      world.request(`/api/conversations/bulk/user/${as._id}/${group}`, {
        method: 'POST',
        as,
        body: { text: 'See you on Monday' },
      });
    expect(await sendTo('members/board')).toMatchObject({ status: 200, data: { total: 2, cost: 0 } });
    await world.ports.runJobs();
    for (const { person } of [active, endsNow])
      expect(await world.as(person).conversations.countNew({ userId: person._id })).toMatchObject({
        count: 1,
      });
    expect(await sendTo('followers/board')).toMatchObject({ status: 400 });
    expect(await sendTo('members/board', await world.organization('dan'))).toMatchObject({ status: 404 });
  });
});

describe('the members on an organization’s page', () => {
  test('are shown to everybody as far as they may be found, and nothing else is', async () => {
    const eve = await world.individual('eve', { is_user_searchable: false });
    const open = await asked(alice, alice, carol);
    const accepted = await asked(bob, bob, carol);
    const hidden = await asked(eve, eve, carol);
    for (const id of [accepted, hidden]) await send('PUT', `${id}/accept`, carol);
    const shown = async (as?: Person) => {
      const { data } = await world.request(`/api/memberships/organization/${carol._id}`, as ? { as } : {});
      return data.items.map((item: { _id: string }) => item._id);
    };
    expect(await shown()).toEqual([accepted]);
    expect(await shown(alice)).toEqual([accepted]);
    expect(await shown(eve)).toEqual([hidden, accepted]);
    expect(await shown(carol)).toEqual([hidden, accepted]);
    await send('PUT', `${open}/accept`, carol);
    expect(await shown()).toEqual([accepted, open]);
    const [member] = (await world.visitor.memberships.members({ id: carol._id })).items;
    expect(member).not.toHaveProperty('requestedBy');
    expect(await world.request(`/api/memberships/organization/${uuid()}`)).toMatchObject({ status: 404 });
  });
});
