import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { BulkMessageDialog, FollowInvitationDialog } from './reach-dialogs.tsx';

const server = vi.hoisted(() => ({
  messagePrice: vi.fn(),
  message: vi.fn(),
  followPrice: vi.fn(),
  inviteToFollow: vi.fn(),
}));
vi.mock('#src/app/api.ts', () => ({
  api: {
    cultivations: { messagePrice: { mutate: server.messagePrice }, message: { mutate: server.message } },
    invitations: {
      followPrice: { mutate: server.followPrice },
      inviteToFollow: { mutate: server.inviteToFollow },
    },
  },
  trpc: {
    useUtils: () => ({
      wallet: { invalidate: async () => {} },
      cultivations: { invalidate: async () => {} },
    }),
  },
}));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'larkfield' }) }));
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#src/local/engine/drafts.ts', () => ({
  drafts: {
    read: async (key: string) => kept.get(key),
    keep: async (key: string, values: unknown) => kept.set(key, values),
    forget: async (key: string) => kept.delete(key),
  },
}));
vi.mock('#src/components/toast.ts', () => ({ toast: { success: vi.fn(), failed: vi.fn() } }));

const { render, press } = createTestRoot();
const people = { cultivationId: 'regulars' };
const onClose = vi.fn();
const show = async (dialog: ReactNode, price: string) => {
  await render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>);
  await shown(price);
};
const shown = (text: string) =>
  act(() => vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 10_000 }));
const showMessage = (cost = '2 coins') =>
  show(<BulkMessageDialog people={people} description="Everybody" onClose={onClose} />, `costs ${cost}.`);
const showInvitation = () =>
  show(
    <FollowInvitationDialog people={people} description="Everybody" onClose={onClose} />,
    'Costs 2 coins.',
  );
const field = () => document.querySelector('textarea');
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

beforeEach(() => {
  kept.clear();
  server.messagePrice.mockResolvedValue({ total: 12, connected: 10, cost: 2 });
  server.message.mockResolvedValue({});
  server.followPrice.mockResolvedValue({ total: 2, notConnected: 2, cost: 2 });
  server.inviteToFollow.mockResolvedValue({});
});
afterEach(() => onlineManager.setOnline(true));

describe('BulkMessageDialog', () => {
  it('keeps what is typed until it is sent', async () => {
    await showMessage();
    await type('Hello all');
    await render(null);
    await showMessage();
    expect(field()?.value).toBe('Hello all');
    await submit();
    await press('Yes');
    expect(server.message.mock.calls[0]?.[0]).toMatchObject({ ...people, text: 'Hello all', cost: 2 });
    expect(kept.size).toBe(0);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('leaves the question and shows the failure where the network is lost', async () => {
    server.message.mockRejectedValueOnce(new Error('The network is lost.'));
    await showMessage();
    await type('Hello all');
    await submit();
    onlineManager.setOnline(false);
    await press('Yes');
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
    expect(document.body.textContent).toContain('Message is not sent. The server cannot be reached.');
  });

  it('sends what may have arrived under the same id, at another price in a dialog that is opened again', async () => {
    server.message.mockRejectedValueOnce(new Error('The response was lost.'));
    await showMessage();
    await type('Hello all');
    await submit();
    await press('Yes');
    server.messagePrice.mockResolvedValue({ total: 12, connected: 11, cost: 1 });
    await render(null);
    await showMessage('1 coin');
    await submit();
    await press('Yes');
    const [first, second] = server.message.mock.calls.map(([input]) => input);
    expect(second).toEqual({ ...first, cost: 1 });
  });
});

describe('FollowInvitationDialog', () => {
  it('sends what may have arrived again as it was, though nobody is left to be invited', async () => {
    server.inviteToFollow.mockRejectedValueOnce(new Error('The response was lost.'));
    await showInvitation();
    await submit();
    server.followPrice.mockResolvedValue({ total: 0, notConnected: 0, cost: 0 });
    await press('YES');
    await shown('Costs 0 coins.');
    await submit();
    const [first, second] = server.inviteToFollow.mock.calls;
    expect(second).toEqual(first);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks again after the server rejected it, at the new price', async () => {
    const rejected = Object.assign(new Error('The price is another one by now.'), {
      name: 'TRPCClientError',
      data: { reason: 'price-changed', httpStatus: 409 },
    });
    server.inviteToFollow.mockRejectedValueOnce(rejected);
    await showInvitation();
    await submit();
    server.followPrice.mockResolvedValue({ total: 3, notConnected: 3, cost: 3 });
    await press('YES');
    await shown('Costs 3 coins.');
    await submit();
    expect(server.inviteToFollow).toHaveBeenCalledOnce();
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('cost you 3 Coins');
  });
});
