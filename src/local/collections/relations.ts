import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { api } from '#src/app/api.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { applyPendingTo } from '../engine/optimistic.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated, MutationKind, OptimisticUpdate } from '../engine/types.ts';
import { texts } from './texts.ts';

/** What there is between the signed-in user and another one. */
export interface Relations {
  /** Whether the user follows the other one. */
  follows: boolean;
  /** Whether the user endorses the organization. */
  endorses: boolean;
  /** The friendship, or the request for one. */
  friendship: RelationView['friendship'];
}

/** What is known of a relation; what the server never returned is absent. */
interface RelationRow extends Dated, Partial<Relations> {
  /** The other one. */
  _id: string;
}

export const relationRows = defineStore<RelationRow>('profiles', '_id');

/** The number of the last event by which another user followed the user, or unfollowed. */
export const followersAt = defineFact<number>('followersAt');
/** The number of the last event about who endorses the organization that the user is. */
export const endorsersAt = defineFact<number>('endorsersAt');
/** The number of the last event by which a user looked at posts of the organization that the user is. */
export const viewersAt = defineFact<number>('viewersAt');
/** The number of the last event about a friendship, or a request for one. */
export const friendshipsAt = defineFact<number>('friendshipsAt');

/** The number of the last event about who has blocked whom. */
export const blocksAt = defineFact<number>('blocksAt');

export const profileLane = (userId: string) => `profile ${userId}`;

/** A friendship, or the request for one, and with whom. */
interface FriendshipWith {
  userId: string;
  /** Of one that is asked for: chosen here, so that it can be taken back before it is sent. */
  friendshipId: string;
}

/**
 * Returns a mutation of a friendship.
 * @param words describes it, by the other one's name
 * @param after returns what there is between the two from now on
 * @param follows whether the user follows the other one from now on, where that changes
 */
function friendshipMutation(
  words: (name?: string) => string,
  send: MutationKind<FriendshipWith>['send'],
  after: OptimisticUpdate<Relations['friendship'], FriendshipWith>,
  more: Pick<MutationKind<FriendshipWith>, 'setter'> & { follows?: boolean } = {},
): MutationKind<FriendshipWith, Relations> {
  const { follows, ...rest } = more;
  return {
    ...rest,
    lane: ({ userId }) => profileLane(userId),
    send,
    words: (_, about) => words(about),
    optimistic: {
      friendship: (now, input, place) => (input.userId === place.id ? after(now, input, place) : now),
      ...(follows !== undefined && {
        follows: (now, { userId }, { id }) => (userId === id ? follows : now),
      }),
    },
  };
}

const removeFriendship =
  (status: 'pending' | 'accepted'): MutationKind<FriendshipWith>['send'] =>
  ({ friendshipId: id }, sending) =>
    api.friendships.remove.mutate({ id, status }, sending);

const mutations = {
  follow: defineMutation<{ userId: string; follows: boolean }, Relations>({
    lane: ({ userId }) => profileLane(userId),
    setter: ({ follows }) => ({ target: 'follows', value: follows, toggles: true }),
    optimistic: { follows: (now, { userId, follows }, { id }) => (userId === id ? follows : now) },
    send: ({ userId: followingId, follows }, sending, followerId) =>
      api.follows[follows ? 'follow' : 'unfollow'].mutate({ followerId, followingId }, sending),
    words: ({ follows }, about) => texts.relations.follow(follows, about),
  }),

  endorse: defineMutation<{ userId: string; endorses: boolean }, Relations>({
    lane: ({ userId }) => profileLane(userId),
    setter: ({ endorses }) => ({ target: 'endorses', value: endorses, toggles: true }),
    optimistic: { endorses: (now, { userId, endorses }, { id }) => (userId === id ? endorses : now) },
    send: ({ userId: endorseeId, endorses }, sending, endorserId) =>
      api.endorsements[endorses ? 'endorse' : 'cancelEndorse'].mutate({ endorserId, endorseeId }, sending),
    words: ({ endorses }, about) => texts.relations.endorse(endorses, about),
  }),

  'ask-friend': friendshipMutation(
    texts.relations.askFriend,
    ({ userId: receiverId, friendshipId: _id }, sending, senderId) =>
      api.friendships.ask.mutate({ _id, senderId, receiverId }, sending),
    (_now, { friendshipId: _id }, { userId: senderId }) => ({ _id, status: 'pending', senderId }),
    { setter: () => ({ target: 'friend request', value: true, toggles: true }) },
  ),
  'cancel-friend-request': friendshipMutation(
    texts.relations.cancelFriendRequest,
    removeFriendship('pending'),
    () => null,
    { setter: () => ({ target: 'friend request', value: false, toggles: true }) },
  ),
  'accept-friend': friendshipMutation(
    texts.relations.acceptFriend,
    ({ friendshipId: id }, sending) => api.friendships.accept.mutate({ id }, sending),
    (now) => now && { ...now, status: 'accepted' },
  ),
  'reject-friend': friendshipMutation(
    texts.relations.rejectFriend,
    ({ friendshipId: id }, sending) => api.friendships.reject.mutate({ id }, sending),
    () => null,
  ),
  unfriend: friendshipMutation(texts.relations.unfriend, removeFriendship('accepted'), () => null, {
    follows: false,
  }),
};

/** Return a relation with pending mutations applied, by the id of the other user. */
export const applyToRelation = {
  follows: applyPendingTo<Relations, 'follows'>(mutations, 'follows'),
  endorses: applyPendingTo<Relations, 'endorses'>(mutations, 'endorses'),
  friendship: applyPendingTo<Relations, 'friendship'>(mutations, 'friendship'),
};

/** Whom the user follows, endorses and is friends with. */
export const relations = defineCollection({
  stores: [relationRows],
  events: {
    'follow-changed': ({ payload: { userId, follows } }) => [relationRows.merge(userId, { follows })],
    'followers-changed': ({ seq }) => [followersAt.to(seq)],
    'endorsement-changed': ({ payload: { userId, endorses } }) => [relationRows.merge(userId, { endorses })],
    'endorsers-changed': ({ seq }) => [endorsersAt.to(seq)],
    'viewers-changed': ({ seq }) => [viewersAt.to(seq)],
    'friendship-changed': ({ seq, payload: { userId, friendship } }) => [
      relationRows.merge(userId, { friendship }),
      friendshipsAt.to(seq),
    ],
    'block-changed': ({ seq }) => [blocksAt.to(seq)],
  },
  mutations,
});
