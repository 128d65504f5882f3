import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from '#server/node/testing/proxy.ts';
import type { Seat } from './browser.ts';

/**
 * What screens may show on the way: that there is no connection, how old the content is, that there are posts of an
 * organization that was followed again, and that something is loading which was not there before: whom to follow and
 * what is nearby where the last one was unfollowed, or the posts below the last one.
 */
const banner =
  /^(?:You are offline\.|Couldn’t refresh\. Showing what was saved at|Newer posts$|Loading (?:suggestions|posts nearby|more posts)$)/;

export interface RideOptions {
  /** How often the connection drops, and how often it does so, in milliseconds and times. */
  every: number;
  drops: number;
}

/**
 * A user on a train: the connection drops again and again while they tap through the feed. Returns everything that
 * the screens showed them beside the banner.
 */
export async function ride(seat: Seat, line: Line, { every, drops }: RideOptions): Promise<string[]> {
  const before = seat.said.length;
  for (let drop = 0; drop < drops; drop++) {
    line.reset();
    for (const end = performance.now() + every; performance.now() < end; ) {
      await seat.tapPost();
      await sleep(every / 10);
    }
  }
  const said = seat.said.slice(before).filter((text) => !banner.test(text));
  return [...new Set(said)].map((text) => `${seat.label}, whose connection drops, says: ${text}`);
}
