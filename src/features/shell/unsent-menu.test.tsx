import { expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { OutboxRow } from '#src/local/engine/types.ts';
import { outboxRow } from '#src/local/testing/databases.ts';
import { UnsentMenu } from './unsent-menu.tsx';

vi.mock('#src/app/api.ts', () => ({ api: {} }));

const outbox = vi.hoisted((): { rows: OutboxRow[] } => ({ rows: [] }));
vi.mock('#src/local/engine/use-local.ts', () => ({ useLocal: () => outbox.rows }));

const { render } = createTestRoot();
const like = { name: 'say', input: { postId: 'soup', interest: 'liked', on: true } } as const;

/** Returns whether the menu is there with such an outbox. */
async function isShownWith(...states: OutboxRow['state'][]): Promise<boolean> {
  outbox.rows = states.map((state) => outboxRow(like, { opId: 'like', state }));
  await render(<UnsentMenu />);
  return document.querySelector('button[aria-label^="Not sent yet"]') !== null;
}

it('does not appear for what is on its way', async () => {
  expect(await isShownWith()).toBe(false);
  expect(await isShownWith('sent')).toBe(false);
});

it('stays, with the panel that it has opened, while what was rejected is sent again', async () => {
  expect(await isShownWith('failed')).toBe(true);
  expect(await isShownWith('waiting')).toBe(true);
  expect(await isShownWith('sent')).toBe(true);
  expect(await isShownWith()).toBe(false);
  expect(await isShownWith('sent')).toBe(false);
});
