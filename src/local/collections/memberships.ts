import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { api } from '#src/app/api.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { applyPendingTo } from '../engine/optimistic.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated } from '../engine/types.ts';
import { texts } from './texts.ts';

/** A membership of the user that an event was about; `view` is null where it is gone. */
interface MembershipRow extends Dated {
  _id: string;
  view: MembershipView | null;
}

/** What mutations change on the screen: a membership, by its id; null once it is gone. */
interface Views {
  membership: MembershipView | null;
}

export const membershipRows = defineStore<MembershipRow>('memberships', '_id');

/** The number of the last event about a membership. */
export const membershipsAt = defineFact<number>('membershipsAt');

export const membershipLane = (membershipId: string) => `membership ${membershipId}`;

interface Answer {
  membershipId: string;
  answer: 'accept' | 'reject';
  /** What was answered, as it stood on the screen. Older versions enqueued mutations without it. */
  seen?: Pick<MembershipView, 'membershipType' | 'startTime'>;
}

const mutations = {
  'answer-membership': defineMutation<Answer, Views>({
    lane: ({ membershipId }) => membershipLane(membershipId),
    optimistic: {
      membership: (now, { membershipId, answer }, { id }) =>
        membershipId === id && now ? { ...now, status: answer === 'accept' ? 'accepted' : 'rejected' } : now,
    },
    send: ({ membershipId: id, answer, seen }, sending) =>
      api.memberships[answer].mutate({ id, ...seen }, sending),
    words: ({ answer }, about) => texts.memberships.answer(answer, about),
  }),

  'delete-membership': defineMutation<{ membershipId: string }, Views>({
    lane: ({ membershipId }) => membershipLane(membershipId),
    optimistic: { membership: (now, { membershipId }, { id }) => (membershipId === id ? null : now) },
    send: ({ membershipId: id }, sending) => api.memberships.remove.mutate({ id }, sending),
    words: (_, about) => texts.memberships.remove(about),
  }),
};

/** Returns a membership with pending mutations applied. */
export const applyToMembership = applyPendingTo<Views, 'membership'>(mutations, 'membership');

/** The user's memberships, or those in the organization that the user is. Lists are fetched, and corrected by these. */
export const memberships = defineCollection({
  stores: [membershipRows],
  events: {
    'membership-changed': ({ seq, payload: { membershipId, membership: view } }) => [
      membershipRows.merge(membershipId, { view }),
      membershipsAt.to(seq),
    ],
  },
  mutations,
});
