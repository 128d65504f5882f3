import { peopleOf } from '#src/lib/people-of.ts';

/** The texts of the buttons that write to the people whom the dashboard lists. */
export const texts = {
  messageTo: (count: number) => `Message to ${peopleOf(count)}`,
  messageToAll: {
    followers: 'Message to all followers',
    endorsers: 'Message to all endorsers',
    viewers: 'Message to all viewers',
    interacted: 'Message to all who interacted',
  },
};
