import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readEvents } from '#server/events/events.queries.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { anyAct, createActors, perform } from '#server/testing/conversation-acts.ts';
import { applyEvents } from '../engine/apply.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { reach } from '../testing/server-api.ts';
import { readConversations, unreadMessages } from './conversations.ts';

vi.mock('#src/app/api.ts', () => import('../testing/server-api.ts'));

// Nobody is signed in where there is no browser.
vi.mock('#src/app/session.ts', () => ({ session: { userId: () => undefined } }));

const world = setUpWorld();

const shown = async (db: TestDatabase) => ({
  conversations: await readConversations(db),
  unread: await unreadMessages.read(db),
});

describe('conversations on a device', () => {
  it('are the same after a snapshot and all events as after a new snapshot', async () => {
    const acts = fc.array(anyAct, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.integer({ min: 1, max: 5 }), async (before, after, batch) => {
        const people = await createActors(world);
        const [alice] = people;
        if (!alice) throw new Error('There is nobody.');
        const happen = async (what: typeof before, name: string) => {
          for (const [index, act] of what.entries()) {
            world.ports.clock.advance(1);
            await perform(world, people, act, `${name} ${index}`);
          }
        };
        await happen(before, 'Before');
        reach.caller = world.as(alice) as unknown as typeof reach.caller;
        const db = openTestDatabase();
        const { epoch, seq } = await takeSnapshot(db);
        await happen(after, 'After');
        const events = await readEvents(world.db, alice._id, seq);
        for (let from = 0; from < events.length; from += batch)
          await applyEvents(db, epoch, events.slice(from, from + batch));

        const fresh = openTestDatabase();
        await takeSnapshot(fresh);
        expect(await shown(db)).toEqual(await shown(fresh));
      }),
      { numRuns: 8 },
    );
  });
});
