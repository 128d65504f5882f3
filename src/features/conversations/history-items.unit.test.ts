import { describe, expect, it } from 'vitest';
import { shortName } from '#src/lib/shown-name.ts';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { dayLabel } from './days.ts';
import { historyItems } from './history-items.ts';
import { previewOf } from './names.ts';

const messageAt = (seq: number, createdAt: string, isOwn = false): ShownMessage => ({
  _id: `message ${seq}`,
  seq,
  isOwn,
  text: 'Hello',
  images: [],
  attachments: [],
  postLink: null,
  organizationLink: null,
  createdAt,
  state: 'sent',
});

describe('historyItems', () => {
  const messages = [
    messageAt(1, '2026-11-20T12:00:00'),
    messageAt(2, '2026-11-20T12:01:00', true),
    messageAt(3, '2026-11-20T12:02:00', true),
    messageAt(4, '2026-11-20T12:30:00', true),
    messageAt(5, '2026-11-21T12:00:00'),
    messageAt(6, '2026-11-21T12:01:00'),
  ];
  const seqsWhere = (flag: 'beginsDay' | 'isFirstNew' | 'continues', newAfter?: number) =>
    historyItems(messages, newAfter)
      .filter((item) => item[flag])
      .map(({ message }) => message.seq);

  it('marks the first message of each day', () => {
    expect(seqsWhere('beginsDay')).toEqual([1, 5]);
  });

  it('keeps messages together that one member sent within five minutes', () => {
    expect(seqsWhere('continues')).toEqual([3, 6]);
  });

  it('draws the line above the first unread message of the other member', () => {
    expect(seqsWhere('isFirstNew', 1)).toEqual([5]);
    expect(seqsWhere('isFirstNew', 5)).toEqual([6]);
  });

  it('draws no line where nothing is new', () => {
    expect(seqsWhere('isFirstNew', 6)).toEqual([]);
    expect(seqsWhere('isFirstNew')).toEqual([]);
  });

  it('returns one item for each message, in their order, whatever is marked', () => {
    expect(historyItems(messages, 1).map(({ message }) => message)).toEqual(messages);
  });
});

describe('dayLabel', () => {
  const now = new Date('2026-03-01T08:00:00');

  it.each([
    ['2026-03-01T00:00:00', 'Today'],
    ['2026-02-28T23:59:59', 'Yesterday'],
    ['2026-02-27T12:00:00', 'Friday, February 27'],
    ['2025-12-31T12:00:00', 'Wednesday, December 31, 2025'],
  ])('names the day of %s', (time, label) => {
    expect(dayLabel(new Date(time), now)).toBe(label);
  });
});

describe('shortName', () => {
  it('cuts a name of more than 30 characters after 27', () => {
    expect(shortName('a'.repeat(30))).toBe('a'.repeat(30));
    expect(shortName('a'.repeat(31))).toBe(`${'a'.repeat(27)}…`);
  });
});

describe('previewOf', () => {
  const empty = { text: '', images: [], attachments: [], postLink: null };
  const file = { fileName: 'plan.pdf' };

  it.each([
    [{ ...empty, text: 'Hello\n  there' }, 'Hello there'],
    [{ ...empty, text: 'a'.repeat(51) }, `${'a'.repeat(49)}…`],
    [{ ...empty, text: 'Ask @[Noor Haidari](018f0000-0000-7000-8000-000000000001)' }, 'Ask Noor Haidari'],
    [{ ...empty, images: [{}] }, 'Picture'],
    [{ ...empty, images: [{}, {}] }, '2 pictures'],
    [{ ...empty, attachments: [file] }, 'plan.pdf'],
    [{ ...empty, attachments: [file, file] }, '2 files'],
    [{ ...empty, postLink: '/post/event/details/018f0000-0000-7000-8000-000000000001' }, 'Post'],
    [empty, 'Organization'],
  ])('returns what %j holds', (content, preview) => {
    expect(previewOf(content)).toBe(preview);
  });
});
