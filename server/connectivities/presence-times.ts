/** How quickly presence changes, in milliseconds. */
export interface PresenceTimes {
  /** Between two proofs that the process runs. */
  heartbeatMs: number;
  /** After its last proof, a process counts as gone, and with it its users: at most this and a heartbeat later. */
  expiryMs: number;
  /** For how long a user stays connected without a stream: a page that is loaded again does not flicker. */
  lingerMs: number;
  /** Over which changes are collected into one statement. */
  batchMs: number;
}

export const usualTimes: PresenceTimes = {
  heartbeatMs: 5_000,
  expiryMs: 15_000,
  lingerMs: 2_000,
  batchMs: 50,
};
