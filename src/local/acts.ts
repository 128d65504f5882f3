import type { CalendarReason } from '#server/calendar/calendar-rules.schema.ts';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { InterestView, PostView } from '#server/posts/posts.schema.ts';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { api } from '#src/app/api.ts';
import { cameBy } from './came-by.ts';
import { lanes } from './lanes.ts';

/** What acts are laid over on the screen: the name of each thing, and what the server says of it. */
export interface Overlaid {
  /** A post, by its id. */
  post: PostView;
  /** Why a post stands in the user's calendar, by its id; not at all where there is no reason. */
  because: CalendarReason[];
  /** Whether the user follows somebody, by the id of that one. */
  follows: boolean;
  /** Whether the user endorses an organization, by its id. */
  endorses: boolean;
  /** The friendship, or the request for one, with somebody, by the id of that one. */
  friendship: RelationView['friendship'];
  /** A membership, by its id; null once it is gone. */
  membership: MembershipView | null;
  /** A notification, by its id. */
  notification: NotificationView;
  /** How many notifications are unread that are not kept on the device. */
  unreadElsewhere: number;
}

/** How an act changes what is shown of a thing until the server has confirmed it; the same again changes nothing. */
type Overlay<Input> = {
  [Thing in keyof Overlaid]?: (
    shown: Overlaid[Thing],
    input: Input,
    /** The id of the thing that is shown, and the user who acts. */
    place: { id: string; userId: string },
  ) => Overlaid[Thing];
};

/** What a call takes beside its input: the name under which the server does it once, and when to give up. */
export interface Sending {
  context: { opId: string };
  signal: AbortSignal;
}

/** One kind of thing that a user can do, from the words for it to the call. */
interface ActKind<Input> {
  /** What it acts on. Acts in one lane are sent one after the other, in their order. */
  lane: (input: Input) => string;
  /**
   * Where it sets something to a value: what, and to which. A later one takes the place of one that was not sent
   * yet. `toggles` says that the value is one of two and that screens only offer the other one, so that setting it
   * and setting it back, both unsent, is nothing. `whole` says that it sets everything in its lane.
   */
  setter?: (input: Input) => { target: string; value: unknown; toggles?: true; whole?: true };
  /** Calls the server. What it answers is not used: what changed comes as events. */
  send: (input: Input, sending: Sending, userId: string) => Promise<unknown>;
  /** In plain words, for the list of what is not sent yet: "Like “Soup night”". */
  words: (input: Input, about: string | undefined) => string;
  over: Overlay<Input>;
}

/** Keeps what an act takes, and checks the rest against it. */
const kind = <Input>(definition: ActKind<Input>): ActKind<Input> => definition;

/** A friendship, or the request for one, and with whom. */
interface FriendshipWith {
  userId: string;
  /** Of one that is asked for: chosen here, so that it can be taken back before it is sent. */
  friendshipId: string;
}

/**
 * A kind of act about a friendship.
 * @param words with a % in place of the other one's name
 * @param after what there is between the two from now on
 * @param follows whether the user follows the other one from now on, where that changes
 */
function friendKind(
  words: string,
  send: ActKind<FriendshipWith>['send'],
  after: (now: Overlaid['friendship'], input: FriendshipWith, ownId: string) => Overlaid['friendship'],
  follows?: boolean,
): ActKind<FriendshipWith> {
  return {
    lane: ({ userId }) => lanes.profile(userId),
    send,
    words: (_, about = 'somebody') => words.replace('%', about),
    over: {
      friendship: (now, input, { id, userId }) => (input.userId === id ? after(now, input, userId) : now),
      ...(follows !== undefined && {
        follows: (now, { userId }, { id }) => (userId === id ? follows : now),
      }),
    },
  };
}

const removeFriendship =
  (status: 'pending' | 'accepted'): ActKind<FriendshipWith>['send'] =>
  ({ friendshipId: id }, sending) =>
    api.friendships.remove.mutate({ id, status }, sending);

/** In quotation marks where it is known, or else a general word. */
const named = (about: string | undefined, otherwise: string) => (about ? `“${about}”` : otherwise);

/**
 * Everything that a user can do without a network. A new kind is an entry here, and whatever it is laid over on the
 * screen; keeping, sending, listing and taking back follow from it. A kind that is no longer done stays for as long
 * as devices may hold some.
 */
const actKinds = {
  say: kind<{ postId: string; interest: InterestType; on: boolean }>({
    lane: ({ postId }) => lanes.post(postId),
    setter: ({ interest, on }) => ({ target: interest, value: on, toggles: true }),
    send: ({ postId, interest, on }, sending) => {
      const { like, cancelLike, interested, cancelInterested, going, cancelGoing } = api.posts;
      const calls = {
        liked: [cancelLike, like],
        interested: [cancelInterested, interested],
        going: [cancelGoing, going],
      } as const;
      return calls[interest][on ? 1 : 0].mutate({ id: postId }, sending);
    },
    words: ({ interest, on }, about) => {
      const said = { liked: 'Like', interested: 'Interested in', going: 'Going to' }[interest];
      const post = named(about, 'a post');
      return on ? `${said} ${post}` : `No longer: ${said.toLowerCase()} ${post}`;
    },
    over: {
      post: (post, { postId, interest, on }, { userId }) =>
        postId === post._id ? say(post, userId, interest, on) : post,
      because: (because, { postId, interest, on }, { id }) =>
        postId === id && interest === 'going' ? withReason(because, 'going', on) : because,
    },
  }),

  schedule: kind<{ postId: string; isAdded: boolean }>({
    lane: ({ postId }) => lanes.post(postId),
    setter: ({ isAdded }) => ({ target: 'calendar', value: isAdded, toggles: true }),
    send: ({ postId, isAdded }, sending, id) =>
      api.schedulers[isAdded ? 'add' : 'remove'].mutate({ id, postId }, sending),
    words: ({ isAdded }, about) => {
      const post = named(about, 'a post');
      return isAdded ? `Add ${post} to the calendar` : `Remove ${post} from the calendar`;
    },
    over: {
      post: (post, { postId, isAdded }) => (postId === post._id ? { ...post, isAdded } : post),
      because: (because, { postId, isAdded }, { id }) =>
        postId === id ? withReason(because, 'added', isAdded) : because,
    },
  }),

  share: kind<{ postId: string; shareId: string }>({
    lane: ({ postId }) => lanes.post(postId),
    send: ({ postId, shareId: _id }, sending, userId) =>
      api.shares.create.mutate({ _id, userId, postId }, sending),
    words: (_, about) => `Share ${named(about, 'a post')}`,
    over: {},
  }),

  follow: kind<{ userId: string; follows: boolean }>({
    lane: ({ userId }) => lanes.profile(userId),
    setter: ({ follows }) => ({ target: 'follows', value: follows, toggles: true }),
    send: ({ userId: followingId, follows }, sending, followerId) =>
      api.follows[follows ? 'follow' : 'unfollow'].mutate({ followerId, followingId }, sending),
    words: ({ follows }, about) => `${follows ? 'Follow' : 'Unfollow'} ${about ?? 'somebody'}`,
    over: { follows: (now, { userId, follows }, { id }) => (userId === id ? follows : now) },
  }),

  endorse: kind<{ userId: string; endorses: boolean }>({
    lane: ({ userId }) => lanes.profile(userId),
    setter: ({ endorses }) => ({ target: 'endorses', value: endorses, toggles: true }),
    send: ({ userId: endorseeId, endorses }, sending, endorserId) =>
      api.endorsements[endorses ? 'endorse' : 'cancelEndorse'].mutate({ endorserId, endorseeId }, sending),
    words: ({ endorses }, about) =>
      endorses ? `Endorse ${about ?? 'an organization'}` : `No longer endorse ${about ?? 'an organization'}`,
    over: { endorses: (now, { userId, endorses }, { id }) => (userId === id ? endorses : now) },
  }),

  'ask-friend': kind<FriendshipWith>({
    ...friendKind(
      'Ask % for friendship',
      ({ userId: receiverId, friendshipId: _id }, sending, senderId) =>
        api.friendships.ask.mutate({ _id, senderId, receiverId }, sending),
      (_now, { friendshipId: _id }, senderId) => ({ _id, status: 'pending', senderId }),
    ),
    setter: () => ({ target: 'friend request', value: true, toggles: true }),
  }),
  'cancel-friend-request': kind<FriendshipWith>({
    ...friendKind('Take the friend request to % back', removeFriendship('pending'), () => null),
    setter: () => ({ target: 'friend request', value: false, toggles: true }),
  }),
  'accept-friend': friendKind(
    'Accept the friend request of %',
    ({ friendshipId: id }, sending) => api.friendships.accept.mutate({ id }, sending),
    (now) => now && { ...now, status: 'accepted' },
  ),
  'reject-friend': friendKind(
    'Reject the friend request of %',
    ({ friendshipId: id }, sending) => api.friendships.reject.mutate({ id }, sending),
    () => null,
  ),
  unfriend: friendKind('Unfriend %', removeFriendship('accepted'), () => null, false),

  'answer-membership': kind<{
    membershipId: string;
    answer: 'accept' | 'reject';
    /** What was answered, as it stood on the screen. Of acts that an older version kept it is not known. */
    seen?: Pick<MembershipView, 'membershipType' | 'startTime'>;
  }>({
    lane: ({ membershipId }) => lanes.membership(membershipId),
    send: ({ membershipId: id, answer, seen }, sending) =>
      api.memberships[answer].mutate({ id, ...seen }, sending),
    words: ({ answer }, about) => `${answer === 'accept' ? 'Accept' : 'Reject'} ${about ?? 'a membership'}`,
    over: {
      membership: (now, { membershipId, answer }, { id }) =>
        membershipId === id && now ? { ...now, status: answer === 'accept' ? 'accepted' : 'rejected' } : now,
    },
  }),

  'delete-membership': kind<{ membershipId: string }>({
    lane: ({ membershipId }) => lanes.membership(membershipId),
    send: ({ membershipId: id }, sending) => api.memberships.remove.mutate({ id }, sending),
    words: (_, about) => `Delete ${about ?? 'a membership'}`,
    over: { membership: (now, { membershipId }, { id }) => (membershipId === id ? null : now) },
  }),

  mark: kind<{ notificationId: string; isRead: boolean }>({
    lane: () => lanes.notifications,
    setter: ({ notificationId, isRead }) => ({
      target: `read ${notificationId}`,
      value: isRead,
      toggles: true,
    }),
    send: ({ notificationId: id, isRead }, sending) => api.notifications.mark.mutate({ id, isRead }, sending),
    words: ({ isRead }, about) => `Mark ${named(about, 'a notification')} as ${isRead ? 'read' : 'unread'}`,
    over: {
      notification: (shown, { notificationId, isRead }) =>
        notificationId === shown._id ? { ...shown, isRead } : shown,
    },
  }),

  'delete-notification': kind<{ notificationId: string; isDeleted: boolean }>({
    lane: () => lanes.notifications,
    setter: ({ notificationId, isDeleted }) => ({
      target: `deleted ${notificationId}`,
      value: isDeleted,
      toggles: true,
    }),
    send: ({ notificationId: id, isDeleted }, sending) =>
      api.notifications[isDeleted ? 'remove' : 'restore'].mutate({ id }, sending),
    words: ({ isDeleted }, about) =>
      `${isDeleted ? 'Delete' : 'Bring back'} ${named(about, 'a notification')}`,
    over: {
      notification: (shown, { notificationId, isDeleted }) =>
        notificationId === shown._id ? { ...shown, isDeleted } : shown,
    },
  }),

  'mark-all': kind<{
    isRead: boolean;
    /** When the newest came that was there to be seen. */
    until?: string | undefined;
  }>({
    lane: () => lanes.notifications,
    setter: ({ isRead }) => ({ target: 'all', value: isRead, whole: true }),
    send: ({ isRead, until }, sending) =>
      api.notifications.markAll.mutate({ isRead, all: true, until }, sending),
    words: ({ isRead }) => `Mark all notifications as ${isRead ? 'read' : 'unread'}`,
    over: {
      notification: (shown, { isRead, until }) => (cameBy(shown, until) ? { ...shown, isRead } : shown),
      unreadElsewhere: (unread, { isRead }) => (isRead ? 0 : unread),
    },
  }),
};

type Kinds = typeof actKinds;

/** Something that a user does: which kind, and about what. Each says how things are to be from now on. */
export type Act = {
  [Name in keyof Kinds]: {
    name: Name;
    input: Kinds[Name] extends ActKind<infer Input> ? Input : never;
    /** What people call the thing that it is about, for the list of what is not sent yet. */
    about?: string | undefined;
  };
}[keyof Kinds];

/**
 * The kind of an act, told apart from other kinds by nobody but the act itself; undefined for one that another
 * version of the program kept.
 */
export function kindOf(act: Act): ActKind<unknown> | undefined {
  return (actKinds as Partial<Record<string, ActKind<never>>>)[act.name] as ActKind<unknown> | undefined;
}

/** What an act is, in plain words. */
export const inWords = (act: Act): string =>
  kindOf(act)?.words(act.input, act.about) ?? 'Something done with another version of Gatherwell';

function say(post: PostView, userId: string, interest: InterestType, on: boolean): PostView {
  const mine = saidBy(post, userId);
  if (mine[interest] === on) return post;
  return {
    ...post,
    interests: [{ ...mine, [interest]: on }],
    counts: { ...post.counts, [interest]: Math.max(0, post.counts[interest] + (on ? 1 : -1)) },
  };
}

/** What a user says to a post. */
function saidBy(post: PostView, userId: string): InterestView {
  const entry = post.interests.find((interest) => interest.userId === userId);
  return entry ?? { userId, liked: false, interested: false, going: false };
}

export function withReason(
  because: readonly CalendarReason[],
  reason: CalendarReason,
  holds: boolean,
): CalendarReason[] {
  const others = because.filter((one) => one !== reason);
  return holds ? [...others, reason] : others;
}
