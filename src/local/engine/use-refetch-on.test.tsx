import { expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { useRefetchOnceSent } from './use-refetch-on.ts';

/** How many mutations of the list's lane the server has not done yet, as the outbox says. */
const outbox = vi.hoisted((): { waiting: number | undefined } => ({ waiting: undefined }));
vi.mock('./use-local.ts', () => ({ useLocal: () => outbox.waiting }));

const refetch = vi.fn();
function Followers({ isPending }: { isPending: boolean }) {
  useRefetchOnceSent('followers', { isPending, refetch });
  return null;
}

const { render } = createTestRoot();
/** Renders the list, and returns how often it was refetched so far. */
async function refetchesWith(waiting: number | undefined, isPending = false): Promise<number> {
  outbox.waiting = waiting;
  await render(<Followers isPending={isPending} />);
  return refetch.mock.calls.length;
}

it('refetches a list each time that the server has done what it is about', async () => {
  expect(await refetchesWith(undefined)).toBe(0);
  expect(await refetchesWith(2)).toBe(0);
  expect(await refetchesWith(1)).toBe(1);
  expect(await refetchesWith(0)).toBe(2);
  expect(await refetchesWith(1)).toBe(2);
  expect(await refetchesWith(0)).toBe(3);
});

it('waits for a first response that is under way, which may be older', async () => {
  expect(await refetchesWith(1, true)).toBe(0);
  expect(await refetchesWith(0, true)).toBe(0);
  expect(await refetchesWith(0)).toBe(1);
});
