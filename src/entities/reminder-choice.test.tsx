import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostView } from '#server/posts/posts.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { ReminderChoice } from './reminder-choice.tsx';

const hour = 3_600_000;
const begins = Date.parse('2026-05-20T18:00:00Z');
const post = { startDateTime: new Date(begins).toISOString(), reminder: null } as PostView;

const { render, press } = createTestRoot();
/** Sets the clock to so many hours before the post begins. */
const setClock = (hours: number) => vi.useFakeTimers({ now: begins - hours * hour });
beforeEach(() => void setClock(30));
afterEach(() => void vi.useRealTimers());

const combobox = () => document.querySelector<HTMLButtonElement>('[role=combobox]');
async function offered(): Promise<string[]> {
  await act(async () => combobox()?.click());
  return [...document.querySelectorAll('[role=option]:not([aria-disabled=true])')].map(
    ({ textContent }) => textContent ?? '',
  );
}

describe('ReminderChoice', () => {
  it('offers what is still ahead, and none', async () => {
    await render(<ReminderChoice post={post} onChoose={() => {}} />);
    expect(await offered()).toEqual([
      'No reminder',
      'Remind me 1 hour before',
      'Remind me 3 hours before',
      'Remind me 1 day before',
    ]);
  });

  it('reports what is chosen, in minutes, and null for none', async () => {
    const onChoose = vi.fn();
    await render(<ReminderChoice post={{ ...post, reminder: 1440 }} onChoose={onChoose} />);
    expect(combobox()?.textContent).toBe('Remind me 1 day before');
    for (const [index, minutes] of [
      [0, null],
      [1, 60],
    ] as const) {
      await offered();
      await act(async () => document.querySelectorAll<HTMLElement>('[role=option]')[index]?.click());
      expect(onChoose).toHaveBeenLastCalledWith(minutes);
    }
  });

  it('keeps showing what was sent, and disappears where nothing is ahead', async () => {
    setClock(0.5);
    await render(<ReminderChoice post={{ ...post, reminder: 60 }} onChoose={() => {}} />);
    expect(combobox()?.textContent).toBe('Remind me 1 hour before');
    expect(await offered()).toEqual(['No reminder']);
    await render(<ReminderChoice post={post} onChoose={() => {}} />);
    expect(combobox()).toBeNull();
  });

  it('asks the browser for this device when that is pressed, and not before', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    await render(<ReminderChoice post={{ ...post, reminder: 60 }} onChoose={() => {}} />);
    expect(document.body.textContent).toContain('In the app and by mail');
    expect(requestPermission).not.toHaveBeenCalled();
    await press(' Also on this device');
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(document.body.textContent).toContain('In the app, by mail and on this device');
    expect(document.body.textContent).not.toContain('Also on this device');
  });

  it('offers no device that cannot show notifications', async () => {
    await render(<ReminderChoice post={{ ...post, reminder: 60 }} onChoose={() => {}} />);
    expect(document.body.textContent).toContain('In the app and by mail');
    expect(document.body.textContent).not.toContain('this device');
  });
});
