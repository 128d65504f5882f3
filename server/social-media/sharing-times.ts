/** How work at social networks goes on, in milliseconds. */
export interface SharingTimes {
  /** How long a worker may be silent before another one takes over. */
  leaseMs: number;
  /** When to look for a post that may have been sent: networks do not list what is new at once. */
  lookMs: number;
  /** When to look for it once more, before it is sent again. */
  lookAgainMs: number;
  /** The pauses after one failure, two, three …; after one more it is given up. */
  pausesMs: readonly number[];
  /** For how long a post waits for a network that takes no calls. */
  patienceMs: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const usualTimes: SharingTimes = {
  leaseMs: minute,
  lookMs: 15 * second,
  lookAgainMs: minute,
  pausesMs: [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour],
  patienceMs: 48 * hour,
};
