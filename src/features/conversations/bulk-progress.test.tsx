import { describe, expect, it, vi } from 'vitest';
import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { bulkMessageView } from '#src/local/testing/views.ts';
import { BulkProgress } from './bulk-progress.tsx';

const found = vi.hoisted(() => ({ bulkMessages: [] as unknown[] }));
vi.mock('#src/local/engine/use-local.ts', () => ({ useLocal: () => found.bulkMessages }));
vi.mock('#src/local/collections/bulk-messages.ts', () => ({ readBulkMessages: () => undefined }));

const { render } = createTestRoot();
const show = (more: Partial<BulkMessageView>) => {
  found.bulkMessages = [bulkMessageView(1, more)];
  return render(<BulkProgress />);
};
const text = () => document.body.textContent;

describe('BulkProgress', () => {
  it('shows how far a message to many is', async () => {
    await show({ total: 100_000, done: 1200 });
    expect(text()).toContain('Sending to 1,200 of 100,000 people');
    expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('1');
  });

  it('shows what became of it, for an hour', async () => {
    const ended = { state: 'done', total: 9, done: 9, sent: 7, spent: 1 } as const;
    await show({ ...ended, finishedAt: new Date().toISOString() });
    expect(text()).toContain('Sent to 7 of 9 people. 2 could no longer be reached. 1 coin was spent.');
    await show({ ...ended, finishedAt: '2026-01-01T00:00:00.000Z' });
    expect(text()).toBe('');
  });
});
