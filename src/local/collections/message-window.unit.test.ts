import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMessage,
  clearMessages,
  dropBefore,
  type MessagePage,
  type MessageWindow,
  placeNewest,
  placeOlder,
} from './message-window.ts';

const window = (more: Partial<MessageWindow> = {}): MessageWindow => ({
  from: 50,
  last: 60,
  isWhole: false,
  isFetched: true,
  ...more,
});

describe('a window', () => {
  it('grows by a page that ends right before it', () => {
    expect(placeOlder(window(), 50, { seqs: [40, 45, 49], hasMore: true })).toEqual(window({ from: 40 }));
    expect(placeOlder(window(), 50, { seqs: [40, 49], hasMore: false })).toEqual(
      window({ from: 1, isWhole: true }),
    );
    expect(placeOlder(window(), 50, { seqs: [], hasMore: false })).toEqual(
      window({ from: 1, isWhole: true }),
    );
  });

  it('does not take a page that was asked for before its messages were dropped', () => {
    const page = { seqs: [30, 39], hasMore: true };
    expect(placeOlder(dropBefore(window({ from: 40 }), 55), 40, page)).toMatchObject({ from: 55 });
  });

  it('is not taken back by a page that another tab has placed', () => {
    expect(placeOlder(window({ from: 20 }), 50, { seqs: [40, 49], hasMore: true })).toMatchObject({
      from: 20,
    });
  });

  it('begins afresh after a deletion, and takes no older page', () => {
    const cleared = clearMessages(window());
    expect(cleared).toMatchObject({ from: 61, isWhole: false, isFetched: false });
    expect(placeOlder(cleared, 50, { seqs: [40], hasMore: true })).toEqual(cleared);
    expect(placeNewest(cleared, { seqs: [61], hasMore: false })).toMatchObject({ from: 1, isWhole: true });
    expect(addMessage(cleared, 61)).toMatchObject({ from: 61, last: 61 });
  });

  it('begins anew with a message that does not follow the last one, and is fetched again', () => {
    const fresh = addMessage(window(), 62);
    expect(fresh).toEqual({ from: 62, last: 62, isWhole: false, isFetched: false });
    // One that was asked for before ends too early, and so proves nothing.
    expect(placeNewest(fresh, { seqs: [59, 60], hasMore: true })).toEqual(fresh);
    expect(placeNewest(fresh, { seqs: [60, 61, 62], hasMore: true })).toEqual(window({ from: 60, last: 62 }));
  });

  it('is replaced by a page that begins behind it', () => {
    expect(placeNewest(window(), { seqs: [70, 71], hasMore: true })).toEqual(window({ from: 70, last: 71 }));
  });

  it('is whole with the first message of all', () => {
    expect(addMessage(undefined, 1)).toMatchObject({ isWhole: true, isFetched: true });
    expect(addMessage(undefined, 2)).toMatchObject({ from: 2, isWhole: false, isFetched: false });
  });
});

/** An event of the log: a message, or the deletion of what is before it. Of a silent message there is no event. */
type LoggedChange = { kind: 'message' | 'silent'; seq: number } | { kind: 'removal' };

/** A page on its way: what the server returned when it was asked, and what the device had then. */
interface Asked {
  before: number | undefined;
  page: MessagePage;
  since: number;
}

/** A server with one conversation, and a device that is behind by some events and some responses. */
class Model {
  readonly log: LoggedChange[] = [];
  visible: number[] = [];
  #lastSeq = 0;

  cursor = 0;
  rows = new Set<number>();
  window: MessageWindow | undefined;
  since = 0;
  asked: Asked[] = [];

  send(kind: 'message' | 'silent', gap = 1): void {
    this.#lastSeq += gap;
    this.visible.push(this.#lastSeq);
    this.log.push({ kind, seq: this.#lastSeq });
  }

  remove(): void {
    this.visible = [];
    this.log.push({ kind: 'removal' });
  }

  receive(count: number): void {
    for (const event of this.log.slice(this.cursor, this.cursor + count)) {
      this.cursor++;
      if (event.kind === 'silent') continue;
      if (event.kind === 'message') {
        this.rows.add(event.seq);
        this.window = addMessage(this.window, event.seq);
        continue;
      }
      this.window &&= clearMessages(this.window);
      const from = this.window?.from ?? Number.POSITIVE_INFINITY;
      this.rows = new Set([...this.rows].filter((seq) => seq >= from));
      this.since++;
    }
  }

  snapshot(): void {
    this.cursor = this.log.length;
    this.since++;
    const last = this.visible.at(-1);
    this.rows = new Set(last === undefined ? [] : [last]);
    this.window =
      last === undefined ? { from: 1, last: 0, isWhole: true, isFetched: true } : addMessage(undefined, last);
  }

  ask(which: 'newest' | 'older', limit: number): void {
    if (which === 'older' && this.window?.isWhole) return;
    const before = which === 'older' ? this.window?.from : undefined;
    const found = this.visible.filter((seq) => before === undefined || seq < before);
    const page = { seqs: found.slice(-limit), hasMore: found.length > limit };
    this.asked.push({ before, page, since: this.since });
  }

  respond(index: number): void {
    const [asked] = this.asked.splice(index % Math.max(1, this.asked.length), 1);
    if (!asked || asked.since !== this.since) return;
    const { before, page } = asked;
    if (before === undefined) this.window = placeNewest(this.window, page);
    else if (this.window) this.window = placeOlder(this.window, before, page);
    for (const seq of page.seqs) this.rows.add(seq);
  }

  trim(most: number): void {
    const kept = [...this.rows].toSorted((one, other) => one - other).slice(-most);
    const from = Math.max(kept[0] ?? 0, this.window?.from ?? 0);
    this.rows = new Set([...this.rows].filter((seq) => seq >= from));
    this.window &&= dropBefore(this.window, from);
  }

  /** What the user had of the conversation at the last event that the device has taken. */
  atCursor(): number[] {
    const known = this.log.slice(0, this.cursor);
    const removal = known.findLastIndex(({ kind }) => kind === 'removal');
    const last = known.findLastIndex(({ kind }) => kind === 'message');
    return known
      .slice(removal + 1, last + 1)
      .flatMap((event) => (event.kind === 'removal' ? [] : [event.seq]));
  }

  shown(): number[] {
    const from = this.window?.from ?? Number.POSITIVE_INFINITY;
    return [...this.rows].filter((seq) => seq >= from).toSorted((one, other) => one - other);
  }
}

type Step = (model: Model) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>((model) => model.send('message')) },
  { weight: 1, arbitrary: fc.constant<Step>((model) => model.send('message', 3)) },
  { weight: 2, arbitrary: fc.constant<Step>((model) => model.send('silent')) },
  {
    weight: 5,
    arbitrary: fc.nat(4).map(
      (count): Step =>
        (model) =>
          model.receive(count),
    ),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('newest' as const, 'older' as const), fc.integer({ min: 1, max: 4 }))
      .map(
        ([which, limit]): Step =>
          (model) =>
            model.ask(which, limit),
      ),
  },
  {
    weight: 5,
    arbitrary: fc.nat(5).map(
      (index): Step =>
        (model) =>
          model.respond(index),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((model) => model.remove()) },
  { weight: 1, arbitrary: fc.constant<Step>((model) => model.snapshot()) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(
      (most): Step =>
        (model) =>
          model.trim(most),
    ),
  },
);

describe('messages on a device', () => {
  it('have no hole, in whatever order events, pages, deletions and trimming come', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new Model();
        for (const one of steps) {
          one(model);
          const { window: found } = model;
          // A page may know already that some were deleted.
          const expected = model
            .atCursor()
            .filter((seq) => found && seq >= found.from && model.visible.includes(seq));
          expect(model.shown()).toEqual(expect.arrayContaining(expected));
        }
        // Once everything has arrived, that is all: nothing that was deleted is left.
        model.send('message');
        model.receive(model.log.length);
        const from = model.window?.from ?? Number.POSITIVE_INFINITY;
        expect(model.shown()).toEqual(model.visible.filter((seq) => seq >= from));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are all there once one has scrolled to the top', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new Model();
        for (const one of steps) one(model);
        model.send('message');
        model.receive(model.log.length);
        model.asked = [];
        for (let pages = 0; pages <= steps.length && !model.window?.isWhole; pages++) {
          model.ask(model.window?.isFetched ? 'older' : 'newest', 3);
          model.respond(0);
        }
        expect(model.window?.isWhole).toBe(true);
        expect(model.shown()).toEqual(model.visible);
      }),
      { numRuns: 1_000 },
    );
  });
});
