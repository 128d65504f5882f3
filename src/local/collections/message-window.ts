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

/** Returns the window with a message that was sent just now. */
export function addMessage(window: MessageWindow | undefined, seq: number): MessageWindow {
  const isFirst = seq === beforeAll;
  if (!window) return { from: seq, last: seq, isWhole: isFirst, isFetched: isFirst };
  // After a deletion it begins afresh; otherwise what is before the range belongs to an older page.
  const from = window.isWhole ? Math.min(window.from, seq) : window.from;
  return { ...window, from, last: Math.max(window.last, seq) };
}

/** Returns the window with the newest page. */
export function placeNewest(window: MessageWindow | undefined, page: MessagePage): MessageWindow {
  const first = page.seqs[0] ?? window?.from ?? beforeAll;
  const last = Math.max(window?.last ?? 0, page.seqs.at(-1) ?? 0);
  if (!window || (first < window.from && !window.isWhole))
    return { from: page.hasMore ? first : beforeAll, last, isWhole: !page.hasMore, isFetched: true };
  // A page that ends within the range shows that nothing is before the range.
  const isWhole = window.isWhole || (!page.hasMore && first >= window.from);
  return { ...window, last, isWhole, isFetched: true };
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

/** Returns the window of a conversation that was deleted: nothing of it is left, and later messages begin it afresh. */
export const clearMessages = (window: MessageWindow): MessageWindow => ({
  ...window,
  from: window.last + 1,
  isWhole: true,
  isFetched: true,
});

/** Returns the window after everything before a message was dropped from the device. */
export const dropBefore = (window: MessageWindow, seq: number): MessageWindow =>
  seq <= window.from ? window : { ...window, from: seq, isWhole: false };
