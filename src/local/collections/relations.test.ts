import { describe, expect, it } from 'vitest';
import type { UserEvent } from '#server/events/events.schema.ts';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { applyEvents } from '../engine/apply.ts';
import { readFact, writeFacts } from '../engine/database.ts';
import { enqueue, heads, markSent } from '../engine/outbox.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { alice, bob, carol } from '../testing/people.ts';
import { idOf, membershipView } from '../testing/views.ts';
import type { Mutation } from './index.ts';
import { applyToMembership } from './memberships.ts';
import { applyToRelation } from './relations.ts';

type Deed = 'ask-friend' | 'cancel-friend-request' | 'accept-friend' | 'reject-friend' | 'unfriend';
const friend = (name: Deed): Mutation => ({ name, input: { userId: bob._id, friendshipId: idOf(1) } });

type Friendship = RelationView['friendship'];
const asked: Friendship = { _id: idOf(1), status: 'pending', senderId: alice._id };
const received: Friendship = { _id: idOf(1), status: 'pending', senderId: bob._id };
const agreed: Friendship = { ...received, status: 'accepted' };

/** What Alice sees of her and Bob, after these acts. */
const friendshipAfter = (known: Friendship, ...acts: Mutation[]) =>
  applyToRelation.friendship(known, acts, { id: bob._id, userId: alice._id });

describe('a mutation of a friendship shows at once', () => {
  it.each<[Deed, Friendship, Friendship]>([
    ['ask-friend', null, asked],
    ['cancel-friend-request', asked, null],
    ['accept-friend', received, agreed],
    ['reject-friend', received, null],
    ['unfriend', agreed, null],
    // Taken back by the other side meanwhile: there is nothing to accept.
    ['accept-friend', null, null],
  ])('%s', (deed, known, shown) => {
    expect(friendshipAfter(known, friend(deed))).toEqual(shown);
    expect(friendshipAfter(known, friend(deed), friend(deed))).toEqual(shown);
  });

  it('and nothing of anybody else', () => {
    const other = { id: carol._id, userId: alice._id };
    for (const deed of ['ask-friend', 'accept-friend', 'unfriend'] as const)
      expect(applyToRelation.friendship(agreed, [friend(deed)], other)).toEqual(agreed);
  });

  it('and who is unfriended is followed no longer', () => {
    const place = { id: bob._id, userId: alice._id };
    expect(applyToRelation.follows(true, [friend('unfriend')], place)).toBe(false);
    expect(applyToRelation.follows(true, [friend('reject-friend')], place)).toBe(true);
  });
});

describe('mutations of a friendship that were never sent', () => {
  const names = async (db: TestDatabase) =>
    (await db.outbox.orderBy('order').toArray()).map(({ name }) => name);

  it('cancel out where a request is made and canceled', async () => {
    const db = openTestDatabase();
    for (const deed of ['ask-friend', 'cancel-friend-request'] as const) await enqueue(db, friend(deed));
    expect(await names(db)).toEqual([]);
  });

  it('stay where the request may be on its way', async () => {
    const db = openTestDatabase();
    await enqueue(db, friend('ask-friend'));
    const [head] = (await heads(db)).values();
    await markSent(db, head?.opId ?? '');
    await enqueue(db, friend('cancel-friend-request'));
    expect(await names(db)).toEqual(['ask-friend', 'cancel-friend-request']);
  });

  it('stay where each does something else', async () => {
    const db = openTestDatabase();
    for (const deed of ['accept-friend', 'unfriend', 'ask-friend'] as const) await enqueue(db, friend(deed));
    expect(await names(db)).toEqual(['accept-friend', 'unfriend', 'ask-friend']);
  });
});

it('shows pending mutations of memberships and endorsements', () => {
  const place = { id: idOf(8), userId: carol._id };
  const after = (act: Mutation) => applyToMembership(membershipView(), [act], place);
  const membershipId = idOf(8);
  expect(after({ name: 'answer-membership', input: { membershipId, answer: 'accept' } })).toEqual(
    membershipView({ status: 'accepted' }),
  );
  expect(after({ name: 'answer-membership', input: { membershipId, answer: 'reject' } })).toEqual(
    membershipView({ status: 'rejected' }),
  );
  expect(after({ name: 'delete-membership', input: { membershipId } })).toBeNull();
  expect(after({ name: 'delete-membership', input: { membershipId: idOf(7) } })).toEqual(membershipView());
  const endorse: Mutation = { name: 'endorse', input: { userId: carol._id, endorses: true } };
  expect(applyToRelation.endorses(false, [endorse], { id: carol._id, userId: alice._id })).toBe(true);
  expect(applyToRelation.endorses(false, [endorse], { id: bob._id, userId: alice._id })).toBe(false);
});

it('keeps what earlier events contained of a user', async () => {
  const db = openTestDatabase();
  const epoch = crypto.randomUUID();
  await writeFacts(db, { cursor: { epoch, seq: 0 } });
  const events: UserEvent[] = [
    { type: 'follow-changed', payload: { userId: bob._id, follows: true } },
    { type: 'friendship-changed', payload: { userId: bob._id, friendship: agreed } },
    { type: 'endorsement-changed', payload: { userId: bob._id, endorses: true } },
    { type: 'membership-changed', payload: { membershipId: idOf(8), membership: membershipView() } },
    { type: 'membership-changed', payload: { membershipId: idOf(8), membership: null } },
    { type: 'friendship-changed', payload: { userId: carol._id, friendship: null } },
  ];
  const createdAt = membershipView().createdAt;
  await applyEvents(
    db,
    epoch,
    events.map((event, index) => ({ seq: index + 1, opId: null, createdAt, ...event })),
  );
  expect(await db.profiles.get(bob._id)).toMatchObject({ follows: true, endorses: true, friendship: agreed });
  expect(await db.profiles.get(carol._id)).toMatchObject({ friendship: null });
  expect((await db.memberships.get(idOf(8)))?.view).toBeNull();
  // What makes lists fetch again.
  expect([await readFact(db, 'friendshipsAt'), await readFact(db, 'membershipsAt')]).toEqual([6, 5]);
});
