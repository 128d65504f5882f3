/**
 * What a device has of the messages of one conversation: every message from `from` on, as of the cursor of the event
 * log. There is one such range for each conversation and it always reaches to the newest message, because events bring
 * what is new. So a page is placed only where it touches the range, and no hole can look complete.
 */
export interface MessageWindow {
  /** Every message from this `seq` on is on the device. */
  from: number;
  /** The highest `seq` that was ever on the device. */
  last: number;
  /** Whether there is nothing before `from`. */
  isWhole: boolean;
  /** Whether the newest messages were fetched; until then there may be only those that events brought. */
  isFetched: boolean;
}

/** Messages that the server returned: their numbers, rising, and whether there are more before them. */
export interface MessagePage {
  seqs: readonly number[];
  hasMore: boolean;
}

/** Numbers begin at 1. */
const beforeAll = 1;

/**
 * Returns the window with a message that was sent just now. Where its number does not follow the last one, something
 * before it may be missing: who sends to many gets no events of most of these messages.
 */
export function addMessage(window: MessageWindow | undefined, seq: number): MessageWindow {
  const isFirst = seq === beforeAll;
  if (!window || seq > window.last + 1) return { from: seq, last: seq, isWhole: isFirst, isFetched: isFirst };
  // One from before the range belongs to an older page.
  return { ...window, last: Math.max(window.last, seq) };
}

/** Returns the window with the newest page. Returns the same window where something may be missing between the two. */
export function placeNewest(window: MessageWindow | undefined, page: MessagePage): MessageWindow {
  const [first, last] = [page.seqs[0], page.seqs.at(-1)];
  if (first === undefined || last === undefined)
    return window
      ? { ...window, isFetched: true }
      : { from: beforeAll, last: 0, isWhole: true, isFetched: true };
  const alone = { from: page.hasMore ? first : beforeAll, last, isWhole: !page.hasMore, isFetched: true };
  if (!window || first > window.last + 1) return alone;
  if (last < window.from - 1) return window;
  const both = { ...window, last: Math.max(window.last, last), isFetched: true };
  return page.hasMore
    ? { ...both, from: Math.min(window.from, first) }
    : { ...both, from: beforeAll, isWhole: true };
}

/**
 * Returns the window with the page before a message. Returns the same window where the page does not touch the range,
 * which has changed since it was asked for.
 */
export function placeOlder(window: MessageWindow, before: number, page: MessagePage): MessageWindow {
  const first = page.seqs[0] ?? before;
  if (window.isWhole || before < window.from || first > window.from) return window;
  return page.hasMore ? { ...window, from: first } : { ...window, from: beforeAll, isWhole: true };
}

/**
 * Returns the window of a conversation that was deleted: nothing of it is left. A page may have brought some of what
 * came after that, so it is fetched anew once it begins afresh.
 */
export const clearMessages = (window: MessageWindow): MessageWindow => ({
  ...window,
  from: window.last + 1,
  isWhole: false,
  isFetched: false,
});

/** Returns the window after everything before a message was dropped from the device. */
export const dropBefore = (window: MessageWindow, seq: number): MessageWindow =>
  seq <= window.from ? window : { ...window, from: seq, isWhole: false };
