import { learnServerClock } from '#src/lib/server-clock.ts';
import { session } from './session.ts';

/** A request that `boot.js` sent. */
interface EarlyCall {
  /** The names of its calls are the end of its path. */
  url: string;
  /** By the device's clock, in milliseconds. */
  sentAt: number;
  /** Undefined where there is no good response, or none was asked for. */
  answer: Promise<{ headers: Headers; results: { result?: { data: unknown } }[] } | undefined>;
}

declare global {
  interface Window {
    /** What `boot.js` asked the server for, as whom. */
    earlyAnswers?: { userId: string; calls: EarlyCall[] };
  }
}

let isTaking = false;

/**
 * What the server was asked for before the program was there to ask, for the first data of a device. Each answer is
 * given once.
 */
export const earlyAnswers = {
  /** Lets queries that are made during the work be answered so. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    isTaking = true;
    try {
      return await work();
    } finally {
      isTaking = false;
      // What was not taken gets old.
      delete window.earlyAnswers;
    }
  },

  /** Returns the answer to a query; it resolves to undefined where the server has to be asked after all. */
  take(name: string): Promise<{ data: unknown } | undefined> | undefined {
    if (!isTaking) return undefined;
    const { userId, calls } = window.earlyAnswers ?? {};
    if (userId !== session.userId()) return undefined;
    for (const { url, sentAt, answer } of calls ?? []) {
      const index = url
        .replace(/^.*\/|\?.*$/g, '')
        .split(',')
        .indexOf(name);
      if (index >= 0)
        return answer.then((response) => {
          if (response) learnServerClock(response, sentAt);
          return response?.results[index]?.result;
        });
    }
    return undefined;
  },
};
