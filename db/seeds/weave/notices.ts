import type { Insertable } from 'kysely';
import type {
  NotificationSendersTable,
  NotificationsTable,
  NotificationType,
} from '../../tables/notifications.ts';
import { Random } from '../random.ts';
import type { Endorsement, Membership } from './belonging.ts';
import { daysBefore, type Members } from './members.ts';
import type { Publication } from './publications.ts';
import type { Reaction, ReactionType } from './reactions.ts';
import type { Follow, Friendship } from './relations.ts';

/** Something that one member did and another is notified of. */
interface News {
  userId: string;
  type: NotificationType;
  postId: string | null;
  senderId: string;
  at: Date;
}

const typeOf: Record<ReactionType, NotificationType> = {
  liked: 'like',
  interested: 'interest',
  going: 'going',
};

/** How many days of notifications everybody has: older ones were cleared away. */
const daysKept = 30;

/**
 * The notifications that follow from what happened. Everybody looked at theirs every few days, and lately some
 * hours or days ago: what came between two looks to the same object is one read line, what came since is unread.
 */
export function weaveNotices(
  members: Members,
  happenings: {
    friendships: readonly Friendship[];
    follows: readonly Follow[];
    endorsements: readonly Endorsement[];
    memberships: readonly Membership[];
    publications: readonly Publication[];
    reactions: readonly Reaction[];
  },
  now: Date,
) {
  const random = new Random('notifications');
  const looks = new Map(
    [...members.people, ...members.organizations].map(({ id, content }) => [
      id,
      lookedAt(now, content.handle, random),
    ]),
  );

  const lines = new Map<string, News[]>();
  for (const item of newsOf(happenings)) {
    if (item.at < daysBefore(now, daysKept)) continue;
    const look = looks.get(item.userId)?.(item.at) ?? 0;
    const key = [item.userId, item.type, item.postId, look].join(' ');
    lines.set(key, [...(lines.get(key) ?? []), item]);
  }

  const notifications: Insertable<NotificationsTable>[] = [];
  const senders: Insertable<NotificationSendersTable>[] = [];
  for (const [key, unsorted] of lines) {
    const items = unsorted.sort((a, b) => a.at.getTime() - b.at.getTime());
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last) continue;
    const isOpen = key.endsWith(' 0');
    const id = random.id(first.at);
    notifications.push({
      id,
      user_id: first.userId,
      type: first.type,
      post_id: first.postId,
      latest_at: last.at,
      // A few people mark something as unread, to come back to it.
      is_read: !isOpen && !random.chance(0.03),
      is_open: isOpen,
    });
    senders.push(
      ...items.map((item) => ({
        notification_id: id,
        user_id: item.userId,
        type: item.type,
        object_id: item.postId ?? item.userId,
        sender_id: item.senderId,
        created_at: item.at,
      })),
    );
  }
  return { notifications, notification_senders: senders };
}

/**
 * Returns a function that gives, for a moment, at which look back from now a member saw what happened then; 0 is "not
 * yet".
 */
function lookedAt(now: Date, handle: string, random: Random): (at: Date) => number {
  // The accounts that are shown around have something new to see, and not too much.
  const shownAround = handle === 'maria' || handle === 'larkfield';
  const lastLook = daysBefore(now, shownAround ? 1.4 : random.between(0.2, 6)).getTime();
  const pace = random.between(2, 6) * 86_400_000;
  return (at) => Math.max(0, Math.floor((lastLook - at.getTime()) / pace) + 1);
}

function* newsOf({
  friendships,
  follows,
  endorsements,
  memberships,
  publications,
  reactions,
}: Parameters<typeof weaveNotices>[1]): Generator<News> {
  for (const { sender, receiver, askedAt, acceptedAt } of friendships) {
    yield { userId: receiver.id, type: 'friend-request', postId: null, senderId: sender.id, at: askedAt };
    if (acceptedAt)
      yield { userId: sender.id, type: 'friend-accept', postId: null, senderId: receiver.id, at: acceptedAt };
  }
  for (const { followerId, followingId, at } of follows)
    yield { userId: followingId, type: 'follow', postId: null, senderId: followerId, at };
  for (const { endorserId, endorseeId, at } of endorsements)
    yield { userId: endorseeId, type: 'endorsement', postId: null, senderId: endorserId, at };
  for (const { person, organization, requestedBy, askedAt, acceptedAt } of memberships) {
    const [asking, asked] = requestedBy === 'individual' ? [person, organization] : [organization, person];
    yield { userId: asked.id, type: 'membership-request', postId: null, senderId: asking.id, at: askedAt };
    if (acceptedAt)
      yield {
        userId: asking.id,
        type: 'membership-accept',
        postId: null,
        senderId: asked.id,
        at: acceptedAt,
      };
  }
  for (const { id, organization, publishedAt } of publications) {
    if (!publishedAt) continue;
    for (const { followerId, followingId, at } of follows)
      if (followingId === organization.id && at < publishedAt)
        yield {
          userId: followerId,
          type: 'new-post',
          postId: id,
          senderId: organization.id,
          at: publishedAt,
        };
  }
  for (const { publication, person, reactedAt } of reactions)
    for (const [type, at] of Object.entries(reactedAt) as [ReactionType, Date][])
      yield {
        userId: publication.organization.id,
        type: typeOf[type],
        postId: publication.id,
        senderId: person.id,
        at,
      };
}
