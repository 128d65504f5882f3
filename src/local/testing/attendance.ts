import { api } from '#src/app/api.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { applyPendingTo } from '../engine/optimistic.ts';
import { defineStore } from '../engine/store.ts';
import type { Dated } from '../engine/types.ts';

export const attendanceRows = defineStore<Dated & { _id: string; isGoing: boolean }>('attendance', '_id', 2);

const mutations = {
  attend: defineMutation<{ postId: string; isGoing: boolean }, { isGoing: boolean }>({
    lane: ({ postId }) => `post ${postId}`,
    setter: ({ isGoing }) => ({ target: 'going', value: isGoing, toggles: true }),
    optimistic: { isGoing: (shown, { postId, isGoing }, { id }) => (postId === id ? isGoing : shown) },
    send: ({ postId: id, isGoing }, sending) =>
      api.posts[isGoing ? 'going' : 'cancelGoing'].mutate({ id }, sending),
    words: ({ isGoing }, about = 'a post') => `${isGoing ? 'Go' : 'No longer go'} to ${about}`,
  }),
};
export const applyToAttendance = applyPendingTo<{ isGoing: boolean }, 'isGoing'>(mutations, 'isGoing');

export const attendance = defineCollection({
  stores: [attendanceRows],
  events: {
    'post-interest': ({ payload: { postId, interests } }, userId) => [
      attendanceRows.merge(postId, { isGoing: interests.some((one) => one.going && one.userId === userId) }),
    ],
  },
  mutations,
});
