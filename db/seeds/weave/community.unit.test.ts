import { expect, test } from 'vitest';
import { organizations } from '../community/organizations.ts';
import { weaveCommunity } from './community.ts';

const pictures = new Map(
  organizations.flatMap(({ posts }) =>
    posts.flatMap((post) =>
      (post.pictures ?? []).map(({ name }) => [name, { path: name, width: 1200, height: 675 }] as const),
    ),
  ),
);
const weave = (now: string) => weaveCommunity({ now: new Date(now), passwordHash: 'hash', pictures });

const ms = (at: Date | string) => new Date(at).getTime();
const timeOfId = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

// Ordinary days, days on which clocks change, ends of years, a leap day, and the hours at which days differ by place.
const days = [
  '2026-11-21T15:00:00.000Z',
  '2026-03-08T06:59:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
  '2028-02-29T03:00:00.000Z',
  '2026-07-14T08:00:00.123Z',
];

test('the same day makes the same rows', () => {
  expect(weave('2026-11-21T15:00:00.000Z')).toEqual(weave('2026-11-21T15:00:00.000Z'));
});

test('messages are counted as the server counts them', () => {
  const rows = weave('2026-11-21T15:00:00.000Z');
  for (const { conversation_id, user_id, read_seq = 0, last_seq, unread } of rows.conversation_members) {
    const own = rows.messages.filter((message) => message.conversation_id === conversation_id);
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
    expect(last_seq).toBe(own.length);
    expect(own.filter(({ seq, sender_id }) => seq > read_seq && sender_id !== user_id)).toHaveLength(
      unread ?? 0,
    );
  }
  const sum = (counts: readonly (number | undefined)[]) =>
    counts.reduce<number>((all, one = 0) => all + one, 0);
  expect(sum(rows.unread_messages.map(({ unread }) => unread))).toBe(
    sum(rows.conversation_members.map(({ unread }) => unread)),
  );
  expect(rows.unread_messages).not.toEqual([]);
});

test.each(days)('seeded at %s, everything has its time', (text) => {
  const now = ms(text);
  const rows = weave(text);

  for (const row of [
    ...rows.users,
    ...rows.follows,
    ...rows.friendships,
    ...rows.endorsements,
    ...rows.memberships,
    ...rows.posts,
    ...rows.shares,
    ...rows.conversations,
    ...rows.messages,
  ]) {
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(row.id)).toBe(ms(row.created_at));
    expect(ms(row.created_at)).toBeLessThan(now);
  }

  const joined = new Map(rows.users.map(({ id, created_at }) => [id, ms(created_at)]));
  const since = (id: string) => joined.get(id) ?? Number.POSITIVE_INFINITY;
  for (const { follower_id, following_id, created_at } of rows.follows)
    expect(ms(created_at)).toBeGreaterThanOrEqual(Math.max(since(follower_id), since(following_id)));
  for (const { endorser_id, endorsee_id, created_at } of rows.endorsements)
    expect(ms(created_at)).toBeGreaterThanOrEqual(Math.max(since(endorser_id), since(endorsee_id)));
  const thisMonth = 12 * new Date(now).getUTCFullYear() + new Date(now).getUTCMonth();
  for (const { individual_id, organization_id, created_at, start_month, end_month } of rows.memberships) {
    expect(ms(created_at)).toBeGreaterThanOrEqual(Math.max(since(individual_id), since(organization_id)));
    expect(start_month).toBeLessThanOrEqual(thisMonth);
    if (end_month) expect(end_month).toBeGreaterThan(start_month);
  }
  for (const { created_at, accepted_at } of rows.friendships)
    if (accepted_at) {
      expect(ms(accepted_at)).toBeGreaterThanOrEqual(ms(created_at));
      expect(ms(accepted_at)).toBeLessThan(now);
    }

  const published = new Map<string, number>();
  for (const post of rows.posts) {
    expect(ms(post.created_at)).toBeGreaterThan(since(post.creator_id));
    expect(ms(post.updated_at)).toBeGreaterThanOrEqual(ms(post.created_at));
    expect(ms(post.updated_at)).toBeLessThanOrEqual(now);
    if (post.published_at) {
      expect(ms(post.published_at)).toBeGreaterThanOrEqual(ms(post.created_at));
      expect(ms(post.published_at)).toBeLessThan(now);
      published.set(post.id, ms(post.published_at));
    }
    if (post.scheduled_publish_at) expect(ms(post.scheduled_publish_at)).toBeGreaterThan(now);
    if (post.start_at && post.end_at) expect(ms(post.end_at)).toBeGreaterThan(ms(post.start_at));
  }

  for (const { post_id, user_id, liked_at, interested_at, going_at } of rows.post_interests)
    for (const at of [liked_at, interested_at, going_at])
      if (at) {
        expect(ms(at)).toBeGreaterThanOrEqual(Math.max(published.get(post_id) ?? now, since(user_id)));
        expect(ms(at)).toBeLessThan(now);
      }
  for (const { post_id, viewer_id, viewed_at } of rows.post_viewers) {
    expect(ms(viewed_at)).toBeGreaterThanOrEqual(Math.max(published.get(post_id) ?? now, since(viewer_id)));
    expect(ms(viewed_at)).toBeLessThan(now);
  }
  for (const { post_id, user_id, created_at } of rows.shares)
    expect(ms(created_at)).toBeGreaterThanOrEqual(Math.max(published.get(post_id) ?? now, since(user_id)));
  for (const { latest_at } of rows.notifications) expect(ms(latest_at)).toBeLessThan(now);
});

test.each(days)('seeded at %s, there is something today, tomorrow, before and later', (text) => {
  const events = weave(text).posts.filter(({ is_active, start_at }) => is_active && start_at);
  const dayIn = (at: Date | string, zone: string) =>
    new Date(at).toLocaleDateString('en-CA', { timeZone: zone });
  const inDays = (count: number) =>
    events.filter(
      ({ start_at, time_zone }) =>
        start_at &&
        time_zone &&
        dayIn(start_at, time_zone) === dayIn(new Date(ms(text) + count * 86_400_000), time_zone),
    );
  expect(inDays(0).length).toBeGreaterThanOrEqual(5);
  expect(inDays(1).length).toBeGreaterThanOrEqual(3);
  expect(events.filter(({ end_at }) => end_at && ms(end_at) < ms(text)).length).toBeGreaterThan(10);
  expect(
    events.filter(({ start_at }) => start_at && ms(start_at) > ms(text) + 2 * 86_400_000).length,
  ).toBeGreaterThan(30);
});
