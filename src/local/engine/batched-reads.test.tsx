import '../collections/index.ts';
import { Dexie } from 'dexie';
import { act, Component, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { relationRows } from '../collections/relations.ts';
import { alice, bob } from '../testing/people.ts';
import { batchReads, useBatched } from './batched-reads.ts';
import { followSession, localDatabase } from './current-database.ts';
import type { LocalDatabase } from './types.ts';

/** The ids of each read, in one list for each. */
let asked: string[][];
/** How often each was rendered. */
let renders: Record<string, number>;
let isBroken: boolean;

const follows = batchReads(async (db, ids) => {
  asked.push([...ids]);
  if (isBroken) throw new RangeError('The disk is broken.');
  const rows = await relationRows.in(db).bulkGet([...ids]);
  return new Map(ids.map((id, index) => [id, { follows: rows[index]?.follows }]));
});

const countRender = (id: string) => {
  renders[id] = (renders[id] ?? 0) + 1;
};

function Follows({ id }: { id: string }) {
  countRender(id);
  const kept = useBatched(follows, id);
  return <li>{`${id}: ${kept ? kept.follows : 'unread'}`}</li>;
}

const List = ({ ids }: { ids: string[] }) => ids.map((id) => <Follows key={id} id={id} />);

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = (error: Error) => ({ error });
  override state: { error?: Error } = {};
  override render = () => (this.state.error ? <li>{this.state.error.message}</li> : this.props.children);
}

const { render } = createTestRoot();
let stop: () => void;
beforeEach(async () => {
  asked = [];
  renders = {};
  isBroken = false;
  stop = followSession();
  session.begin(alice);
  await follow('cedar');
});
afterEach(async () => {
  session.end();
  stop();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

const database = (): LocalDatabase => {
  const db = localDatabase();
  if (!db) throw new Error('Nobody is signed in.');
  return db;
};
const follow = (_id: string) => relationRows.in(database()).put({ _id, follows: true, revision: 1 });

/** Returns the lines that are shown, once there is none that says this. */
async function linesWithout(word: string): Promise<(string | null)[]> {
  const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(lines().join()).not.toContain(word);
  });
  return lines();
}

describe('what many components read', () => {
  it('is read at once for all of them, and again for those that come', async () => {
    await render(<List ids={['cedar', 'birch']} />);
    expect(await linesWithout('unread')).toEqual(['cedar: true', 'birch: undefined']);
    expect(asked).toEqual([['cedar', 'birch']]);

    await render(<List ids={['cedar', 'birch', 'maple', 'aspen']} />);
    expect(await linesWithout('unread')).toEqual([
      'cedar: true',
      'birch: undefined',
      'maple: undefined',
      'aspen: undefined',
    ]);
    expect(asked.slice(1)).toEqual([['cedar', 'birch', 'maple', 'aspen']]);
  });

  it('is rendered anew only by the component whose row changed', async () => {
    await render(<List ids={['cedar', 'birch']} />);
    expect(await linesWithout('unread')).toEqual(['cedar: true', 'birch: undefined']);
    const before = { ...renders };
    await act(() => follow('birch'));
    expect(await linesWithout('undefined')).toEqual(['cedar: true', 'birch: true']);
    expect(renders).toEqual({ ...before, birch: (before['birch'] ?? 0) + 1 });
  });

  it('is not read any more once no component shows it', async () => {
    await render(<List ids={['cedar', 'birch']} />);
    expect(await linesWithout('unread')).toEqual(['cedar: true', 'birch: undefined']);
    await render(<List ids={['birch']} />);
    expect(await linesWithout('unread')).toEqual(['birch: undefined']);
    await render(<List ids={[]} />);
    await act(async () => {});
    const before = asked.length;
    await follow('birch');
    await act(async () => {});
    expect(asked).toHaveLength(before);
    await render(<List ids={['birch']} />);
    expect(await linesWithout('unread')).toEqual(['birch: true']);
    expect(asked.at(-1)).toEqual(['birch']);
  });

  it('is read for the next user, and nothing of the last one is shown', async () => {
    await render(<List ids={['cedar']} />);
    expect(await linesWithout('unread')).toEqual(['cedar: true']);
    await act(async () => session.end());
    await act(async () => {});
    expect(document.body.textContent).toBe('cedar: unread');
    await act(async () => session.begin(bob));
    expect(await linesWithout('unread')).toEqual(['cedar: undefined']);
  });

  it('throws what reading rejects with, and is read again when it is shown again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    isBroken = true;
    await render(
      <Boundary>
        <List ids={['cedar']} />
      </Boundary>,
    );
    expect(await linesWithout('unread')).toEqual(['The disk is broken.']);
    isBroken = false;
    await render(<List ids={['cedar']} />);
    expect(await linesWithout('unread')).toEqual(['cedar: true']);
  });
});
