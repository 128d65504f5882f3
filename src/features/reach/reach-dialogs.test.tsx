import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { BulkMessageDialog } from './bulk-message-dialog.tsx';
import type { BulkRecipients } from './bulk-recipients.ts';
import { FollowInvitationDialog } from './follow-invitation-dialog.tsx';

const server = vi.hoisted(() => ({
  bulkPrice: vi.fn(),
  sendToGroup: vi.fn(),
  sendToMany: vi.fn(),
  messagePrice: vi.fn(),
  message: vi.fn(),
  followPrice: vi.fn(),
  inviteToFollow: vi.fn(),
}));
vi.mock('#src/app/api.ts', () => ({
  api: {
    conversations: {
      bulkPrice: { mutate: server.bulkPrice },
      sendToGroup: { mutate: server.sendToGroup },
      sendToMany: { mutate: server.sendToMany },
    },
    cultivations: { messagePrice: { mutate: server.messagePrice }, message: { mutate: server.message } },
    invitations: {
      followPrice: { mutate: server.followPrice },
      inviteToFollow: { mutate: server.inviteToFollow },
    },
  },
  trpc: {
    wallet: { balance: { useQuery: () => ({ data: { walletCoin: 98 } }) } },
  },
  utils: {
    wallet: { invalidate: async () => {} },
    invitations: { invalidate: async () => {} },
    cultivations: { invalidate: async () => {} },
  },
}));
// A link needs the whole app around it.
vi.mock('#src/app/coins-link.tsx', () => ({ CoinsLink: () => null }));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'larkfield' }) }));
vi.mock('#src/local/engine/use-local.ts', () => ({ useLocal: () => undefined }));
/** What the device keeps of the user. */
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#src/local/engine/drafts.ts', () => ({
  drafts: {
    read: async (key: string) => kept.get(key),
    keep: async (key: string, values: unknown) => kept.set(key, structuredClone(values)),
    forget: async (key: string) => kept.delete(key),
  },
}));
const toasts = vi.hoisted(() => ({ success: vi.fn(), failed: vi.fn() }));
vi.mock('#src/components/toast.ts', () => ({ toast: toasts }));

const { render, press } = createTestRoot();
const onClose = vi.fn();
const shown = (text: string) =>
  act(() => vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 10_000 }));
async function show(dialog: ReactNode, price: string) {
  await render(null);
  await render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>);
  await shown(price);
}
const list: BulkRecipients = { people: { cultivationId: 'regulars' } };
const showMessage = (cost = '2 coins', to: BulkRecipients = list) =>
  show(<BulkMessageDialog title="Message" to={to} onClose={onClose} />, `This costs ${cost}. You have 98.`);
const showInvitation = () =>
  show(
    <FollowInvitationDialog
      people={{ cultivationId: 'regulars' }}
      description="Everybody"
      onClose={onClose}
    />,
    'This costs 2 coins.',
  );
const field = () => document.querySelector('textarea');
const question = () => document.querySelector('[role=alertdialog]');
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
async function typeAndAgree() {
  await type('Hello all');
  await submit();
  await press('Yes');
}
const rejection = (reason: string, httpStatus: number) =>
  Object.assign(new Error('Rejected.'), { name: 'TRPCClientError', data: { reason, httpStatus } });
const lost = new Error('The response was lost.');
const sent = { _id: 'bulk', state: 'done', total: 12, done: 12, sent: 12, spent: 2 };

beforeEach(() => {
  kept.clear();
  for (const price of [server.bulkPrice, server.messagePrice])
    price.mockResolvedValue({ total: 12, connected: 10, cost: 2 });
  for (const send of [server.sendToGroup, server.sendToMany, server.message]) send.mockResolvedValue(sent);
  server.followPrice.mockResolvedValue({ total: 2, notConnected: 2, cost: 2 });
  server.inviteToFollow.mockResolvedValue({});
});
afterEach(() => onlineManager.setOnline(true));

describe('BulkMessageDialog', () => {
  it('shows the price of the server, and asks before it is spent', async () => {
    await showMessage('2 coins', { connection: 'followers' });
    expect(document.body.textContent).toContain('12 people, 10 of them connected. This costs 2 coins.');
    await type('Hello all');
    await submit();
    expect(server.sendToGroup).not.toHaveBeenCalled();
    expect(question()?.textContent).toContain('Your message will cost you 2 Coins. Are you sure?');
    await press('Yes');
    expect(server.sendToGroup.mock.calls[0]?.[0]).toMatchObject({
      userId: 'larkfield',
      connection: 'followers',
      connectionType: 'all',
      text: 'Hello all',
      onlyConnected: false,
      cost: 2,
    });
    expect(toasts.success).toHaveBeenCalledWith('Message sent');
    expect(onClose).toHaveBeenCalledOnce();
    expect(kept.size).toBe(0);
  });

  it('can leave out those who cost coins at the last moment', async () => {
    await showMessage();
    await type('Hello all');
    await submit();
    await press('Only Send to Connected Users');
    expect(server.message.mock.calls[0]?.[0]).toMatchObject({ onlyConnected: true, cost: 0 });
  });

  it('writes to who reacted to a post, and sends what is free without a question', async () => {
    server.messagePrice.mockResolvedValue({ total: 2, connected: 2, cost: 0 });
    await showMessage('0 coins', { people: { postId: 'soup' } });
    await submit();
    expect(document.body.textContent).toContain('Can not send blank message!');
    await type('Thank you');
    await submit();
    expect(server.message.mock.calls[0]?.[0]).toMatchObject({ postId: 'soup', text: 'Thank you', cost: 0 });
  });

  it('keeps what is typed until it is sent', async () => {
    await showMessage();
    await type('Hello all');
    await showMessage();
    expect(field()?.value).toBe('Hello all');
    await submit();
    await press('No');
    expect(field()?.value).toBe('Hello all');
  });

  it('leaves the question where the network is lost, with the text and a word of what became of it', async () => {
    server.message.mockRejectedValueOnce(new Error('The network is lost.'));
    await showMessage();
    await type('Hello all');
    await submit();
    onlineManager.setOnline(false);
    await press('Yes');
    expect(question()).toBeNull();
    expect(field()?.value).toBe('Hello all');
    expect(document.body.textContent).toContain('it may have arrived');
    expect(toasts.failed).toHaveBeenCalledWith(expect.stringContaining('cannot be reached'), {
      title: 'Message is not sent',
    });
  });

  it('sends what may have arrived again as it was: same id and price, without a question, after a reload', async () => {
    server.message.mockRejectedValueOnce(lost);
    await showMessage();
    await typeAndAgree();
    server.messagePrice.mockResolvedValue({ total: 12, connected: 11, cost: 1 });
    await showMessage('1 coin');
    await submit();
    const [first, second] = server.message.mock.calls.map(([input]) => input);
    expect(second).toEqual(first);
    expect(onClose).toHaveBeenCalledOnce();
    expect(kept.size).toBe(0);
  });

  it('keeps the id while the server does not say what became of it, and takes another one once it has', async () => {
    server.message.mockRejectedValueOnce(lost).mockRejectedValueOnce(rejection('too-many-requests', 429));
    server.message.mockRejectedValueOnce(rejection('price-changed', 409));
    await showMessage();
    await typeAndAgree();
    await submit();
    server.messagePrice.mockResolvedValue({ total: 12, connected: 9, cost: 3 });
    await submit();
    await shown('This costs 3 coins.');
    await submit();
    expect(question()?.textContent).toContain('cost you 3 Coins');
    await press('Yes');
    const calls = server.message.mock.calls.map(([input]) => input);
    expect(calls).toMatchObject([{ cost: 2 }, { cost: 2 }, { cost: 2 }, { cost: 3, text: 'Hello all' }]);
    expect(new Set(calls.map(({ _id }) => _id)).size).toBe(2);
  });

  it('sends another text as another message, and tells that the first one may have arrived', async () => {
    server.message.mockRejectedValueOnce(lost);
    await showMessage();
    await typeAndAgree();
    await type('Hello everybody');
    expect(document.body.textContent).toContain('it will be sent as a new message');
    await submit();
    await press('Yes');
    const [first, second] = server.message.mock.calls.map(([input]) => input);
    expect(second).toMatchObject({ text: 'Hello everybody' });
    expect(second._id).not.toBe(first._id);
  });

  it('shows that nobody can be reached', async () => {
    server.messagePrice.mockResolvedValue({ total: 0, connected: 0, cost: 0 });
    await showMessage('0 coins');
    await type('Hello all');
    await submit();
    expect(document.body.textContent).toContain('No Users To Be Sent');
    expect(server.message).not.toHaveBeenCalled();
  });

  it('shows the progress where they are many', async () => {
    server.message.mockResolvedValue({ ...sent, state: 'sending', total: 900, done: 200 });
    await showMessage();
    await typeAndAgree();
    await shown('Sending to 200 of 900 people');
    expect(onClose).not.toHaveBeenCalled();
    await press('Continue in the background');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('FollowInvitationDialog', () => {
  it('sends what may have arrived again as it was, though nobody is left to be invited', async () => {
    server.inviteToFollow.mockRejectedValueOnce(lost);
    await showInvitation();
    await submit();
    server.followPrice.mockResolvedValue({ total: 0, notConnected: 0, cost: 0 });
    await press('YES');
    await shown('This costs 0 coins.');
    expect(document.body.textContent).not.toContain('No Users To Be Invited');
    await submit();
    const [first, second] = server.inviteToFollow.mock.calls;
    expect(second?.[0]).toEqual(first?.[0]);
    expect(second?.[1].context).toEqual(first?.[1].context);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks again after the server rejected it, at the new price', async () => {
    server.inviteToFollow.mockRejectedValueOnce(rejection('price-changed', 409));
    await showInvitation();
    await submit();
    server.followPrice.mockResolvedValue({ total: 3, notConnected: 3, cost: 3 });
    await press('YES');
    await shown('This costs 3 coins.');
    await submit();
    expect(server.inviteToFollow).toHaveBeenCalledOnce();
    expect(question()?.textContent).toContain('cost you 3 Coins');
  });
});
