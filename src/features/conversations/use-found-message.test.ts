import { describe, expect, it, vi } from 'vitest';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { messageView } from '#src/local/testing/views.ts';
import { joinMessages } from './use-found-message.ts';

vi.mock('#src/app/api.ts', () => ({ api: {} }));

const more = (hasMore: boolean) => ({
  hasMore,
  isLoading: false,
  hasFailed: false,
  load: () => undefined,
});
const by = { userId: 'alice', readUpTo: 0, otherReadUpTo: 0 };
const shown = (seqs: readonly (number | undefined)[]) => ({
  items: seqs.map((seq) => ({ seq }) as ShownMessage),
  hasOlder: true,
  isFetched: true,
});
const join = (
  here: readonly (number | undefined)[],
  there: readonly number[],
  hasNewer: boolean,
  isExhausted = false,
) => {
  const views = there.map((seq) => messageView(seq));
  const around = { views, isExhausted, older: more(true), newer: more(hasNewer) };
  const joined = joinMessages(shown(here), around, by);
  return { seqs: joined.items.map(({ seq }) => seq), isJoined: joined.isJoined };
};

describe('joinMessages', () => {
  it('leaves out what is on this device while messages between are missing', () => {
    expect(join([8, 9, undefined], [2, 3], true)).toEqual({ seqs: [2, 3], isJoined: false });
  });

  it('goes on with what is on this device once the two touch, each message once', () => {
    expect(join([4, 5, undefined], [2, 3], true)).toEqual({ seqs: [2, 3, 4, 5, undefined], isJoined: true });
    expect(join([4, 5], [3, 4], true)).toEqual({ seqs: [3, 4, 5], isJoined: true });
  });

  it('leaves out what is on this device where more has arrived than it shows', () => {
    expect(join([3, 4], [2, 3], false)).toEqual({ seqs: [2, 3, 4], isJoined: true });
    expect(join([8, 9], [2, 3], false)).toEqual({ seqs: [2, 3], isJoined: false });
  });

  it('joins across a gap of numbers once the server has nothing between', () => {
    expect(join([8, 9], [2, 3], false, true)).toEqual({ seqs: [2, 3, 8, 9], isJoined: true });
    expect(join([undefined], [2, 3], false)).toEqual({ seqs: [2, 3, undefined], isJoined: true });
  });
});
