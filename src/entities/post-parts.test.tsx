import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PostView } from '#server/posts/posts.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { InterestButtons, Phase } from './post-parts.tsx';

const minute = 60_000;
const post = {
  postType: 'volunteering',
  startDateTime: '2026-05-20T18:00:00.000Z',
  endDateTime: '2026-05-20T20:00:00.000Z',
  counts: { liked: 0, interested: 0, going: 2 },
  interests: [],
} as unknown as PostView;
const goneTo = { ...post, interests: [{ userId: 'me', liked: false, interested: false, going: true }] };

const { render } = createTestRoot();
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-20T16:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

it('keeps up with the clock', async () => {
  await render(<Phase post={post} timeZone="UTC" />);
  const text = () => document.body.textContent;
  expect(text()).toBe('Starts in 2 hours · ');
  await pass(90 * minute);
  expect(text()).toBe('Starts in 30 minutes · ');
  await pass(31 * minute);
  expect(text()).toBe('On now · ');
  await pass(120 * minute);
  expect(text()).toBe('Ended · ');
});

it('offers no going once a post has ended, but to take it back', async () => {
  const onSay = vi.fn();
  await render(<InterestButtons post={post} onSay={onSay} />);
  expect(buttons()).toEqual(['Interested', 'Going2']);
  await pass(241 * minute);
  expect(buttons()).toEqual(['Interested']);
  await render(<InterestButtons post={goneTo} onSay={onSay} />);
  expect(buttons()).toEqual(['Interested', 'Going2']);
  document.querySelectorAll('button')[1]?.click();
  expect(onSay).toHaveBeenCalledWith('going', false);
});

it('shows who went where that is asked', async () => {
  await render(<InterestButtons post={post} onSay={() => {}} onShow={() => {}} />);
  await pass(241 * minute);
  expect(buttons()).toEqual(['Interested', '2 going']);
});
