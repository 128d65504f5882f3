import { describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { MessageBubble } from './message-bubble.tsx';

const { render, press } = createTestRoot();
const onRetry = vi.fn();
const onDiscard = vi.fn();

const message: ShownMessage = {
  _id: 'message',
  seq: 1,
  isOwn: true,
  text: 'See you on <b>Saturday</b>\nat eight',
  images: [],
  attachments: [],
  postLink: null,
  organizationLink: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'sent',
};

const show = (change: Partial<ShownMessage>) =>
  render(
    <MessageBubble
      message={{ ...message, ...change }}
      otherName="Noor"
      continues={false}
      onRetry={onRetry}
      onDiscard={onDiscard}
    />,
  );
const text = () => document.body.textContent;

describe('MessageBubble', () => {
  it('shows what was written as text, with its line breaks', async () => {
    await show({});
    expect(document.querySelector('article p')?.textContent).toBe(message.text);
    expect(document.querySelector('b')).toBeNull();
  });

  it.each([
    ['waiting', 'Waiting for a connection'],
    ['queued', 'M Waiting'],
    ['sending', 'Sending'],
    ['sent', 'Sent'],
    ['read', 'Read'],
  ] as const)('shows that an own message is %s', async (state, words) => {
    await show({ state });
    expect(document.querySelector('article time')?.parentElement?.textContent).toMatch(
      new RegExp(` ?${words}$`),
    );
  });

  it('shows no state of what the other member wrote', async () => {
    await show({ isOwn: false, state: 'read' });
    expect(text()).toContain('Noor:');
    expect(text()).not.toContain('Read');
  });

  it('offers to retry and to discard a message that was rejected, and shows why', async () => {
    const failed = { state: 'failed', opId: 'op', problem: 'You need 1 coin.' } as const;
    await show(failed);
    expect(text()).toContain('Message is not sent · You need 1 coin.');
    await press('Retry');
    expect(onRetry).toHaveBeenCalledWith({ ...message, ...failed });
    await press('Discard');
    expect(onDiscard).toHaveBeenCalledWith({ ...message, ...failed });
  });
});
