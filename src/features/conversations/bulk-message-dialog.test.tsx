import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { BulkMessageDialog, type BulkRecipients } from './bulk-message-dialog.tsx';

/** How long something may take on a busy machine. */
const soon = { timeout: 10_000 };

const server = vi.hoisted(() => ({ bulkPrice: vi.fn(), sendToGroup: vi.fn(), sendToMany: vi.fn() }));
vi.mock('#src/app/api.ts', () => ({
  api: {
    conversations: {
      bulkPrice: { mutate: server.bulkPrice },
      sendToGroup: { mutate: server.sendToGroup },
      sendToMany: { mutate: server.sendToMany },
    },
  },
  trpc: { wallet: { balance: { useQuery: () => ({ data: { walletCoin: 98 } }) } } },
}));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'alice' }) }));
vi.mock('#src/local/engine/use-local.ts', () => ({ useLocal: () => undefined }));
const toasts = vi.hoisted(() => ({ success: vi.fn(), failed: vi.fn() }));
vi.mock('#src/components/toast.ts', () => ({ toast: toasts }));
const draft = vi.hoisted(() => ({ text: '' }));
vi.mock('./use-message-draft.ts', () => ({
  useMessageDraft: () => ({ content: draft, change: () => undefined, clear: () => undefined }),
}));

const { render, press } = createTestRoot();
const onClose = vi.fn();
const show = async (to: BulkRecipients = { connection: 'followers' }) => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <BulkMessageDialog title="Message to all followers" to={to} onClose={onClose} />
    </QueryClientProvider>,
  );
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain('You have 98.'), soon));
};
const submit = () =>
  act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

beforeEach(() => {
  draft.text = 'Hello all';
  server.bulkPrice.mockResolvedValue({ total: 12, connected: 10, cost: 2 });
  server.sendToGroup.mockResolvedValue({});
  server.sendToMany.mockResolvedValue({});
});

describe('BulkMessageDialog', () => {
  it('shows the price of the server, and asks before it is spent', async () => {
    await show();
    expect(document.body.textContent).toContain('12 people, 10 of them connected. This costs 2 coins.');
    await submit();
    expect(server.sendToGroup).not.toHaveBeenCalled();
    expect(document.body.textContent).toContain('Your message will cost you 2 Coins. Are you sure?');
    await press('Yes');
    expect(server.sendToGroup.mock.calls[0]?.[0]).toMatchObject({
      connection: 'followers',
      connectionType: 'all',
      text: 'Hello all',
      onlyConnected: false,
      cost: 2,
    });
    expect(toasts.success).toHaveBeenCalledWith('Message sent');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('can leave out those who cost coins at the last moment', async () => {
    await show();
    await submit();
    await press('Only Send to Connected Users');
    expect(server.sendToGroup.mock.calls[0]?.[0]).toMatchObject({ onlyConnected: true, cost: 0 });
  });

  it('sends what is free without a question, and a retry under the same id', async () => {
    server.bulkPrice.mockResolvedValue({ total: 2, connected: 2, cost: 0 });
    server.sendToMany.mockRejectedValueOnce(new Error('The response was lost.'));
    await show({ receiverIds: ['bob', 'carol'] });
    await submit();
    expect(toasts.failed).toHaveBeenCalledOnce();
    await submit();
    const [first, second] = server.sendToMany.mock.calls.map(([input]) => input);
    expect(first).toMatchObject({ receiverIds: ['bob', 'carol'], messageText: 'Hello all', cost: 0 });
    expect(second).toEqual(first);
  });

  it('keeps the id of what may have arrived, at another price and in a dialog that is opened again', async () => {
    server.sendToGroup.mockRejectedValueOnce(new Error('The response was lost.'));
    await show();
    await submit();
    await press('Yes');
    server.bulkPrice.mockResolvedValue({ total: 12, connected: 11, cost: 1 });
    await render(null);
    await show();
    await act(() => vi.waitFor(() => expect(document.body.textContent).toContain('costs 1 coin.'), soon));
    await submit();
    await press('Yes');
    const [first, second] = server.sendToGroup.mock.calls.map(([input]) => input);
    expect(second).toEqual({ ...first, cost: 1 });
    await submit();
    await press('Yes');
    expect(server.sendToGroup.mock.calls[2]?.[0]._id).not.toBe(first._id);
  });

  it.each([
    [{ connection: 'followers' }, 'Can not send blank message!'],
    [{ receiverIds: ['bob'] }, 'Message can not be blank'],
  ] as const)('rejects a blank text to %j', async (to, error) => {
    draft.text = ' ';
    await show(to);
    await submit();
    expect(document.body.textContent).toContain(error);
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
  });

  it('shows that nobody can be reached', async () => {
    server.bulkPrice.mockResolvedValue({ total: 0, connected: 0, cost: 0 });
    await show();
    await submit();
    expect(document.body.textContent).toContain('No Users To Be Sent');
    expect(server.sendToGroup).not.toHaveBeenCalled();
  });
});
