import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { now } from '#src/lib/server-clock.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { LocalDatabase } from '#src/local/engine/types.ts';
import { openTestDatabase, type TestDatabase } from '#src/local/testing/databases.ts';
import { idOf, notificationView, postView } from '#src/local/testing/views.ts';
import { DeviceReminders } from './device-reminders.tsx';

const current = vi.hoisted((): { db: LocalDatabase | undefined } => ({ db: undefined }));
const navigate = vi.hoisted(() => vi.fn());
vi.mock('#src/local/engine/current-database.ts', () => ({ localDatabase: () => current.db }));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'alice' }) }));
vi.mock('#src/app/api.ts', () => ({ api: {} }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));

/** The notifications that the device was given. */
const given: FakeNotification[] = [];
class FakeNotification {
  title: string;
  body: string;
  onclick: (() => void) | undefined;
  constructor(title: string, options: { body: string }) {
    this.title = title;
    this.body = options.body;
    given.push(this);
  }
  close() {}
}

const { render } = createTestRoot();
let db: TestDatabase;
beforeEach(() => {
  db = openTestDatabase();
  current.db = db;
  given.length = 0;
  localStorage.clear();
  vi.stubGlobal('Notification', FakeNotification);
});

/** Stores a notification that came so many minutes ago. */
const arrive = (number: number, minutesAgo: number, more: Parameters<typeof notificationView>[1] = {}) => {
  const createdAt = new Date(now().getTime() - minutesAgo * 60_000).toISOString();
  const view = notificationView(number, { type: 'reminder', createdAt, ...more });
  return act(async () => void (await db.notifications.put({ _id: view._id, revision: 1, view })));
};
const titles = () => given.map(({ title }) => title);
const settled = (expected: string[]) =>
  vi.waitFor(async () => {
    await act(async () => {});
    expect(titles()).toEqual(expected);
  });

describe('DeviceReminders', () => {
  it('shows each new reminder once, with when it begins, and leads to the post', async () => {
    const startDateTime = new Date(now().getTime() + 59 * 60_000).toISOString();
    await db.posts.put({ _id: idOf(1), revision: 1, view: postView(1, { startDateTime }) });
    await arrive(1, 5);
    await render(<DeviceReminders />);
    await settled(['Post 1']);
    expect(given[0]?.body).toMatch(/^Starts in \d+ minutes$/);
    given[0]?.onclick?.();
    expect(navigate).toHaveBeenCalledWith({
      to: '/post/$postType/details/$postId',
      params: { postType: 'event', postId: idOf(1) },
    });
    // In another tab, or after a reload.
    await arrive(2, 1);
    await render(<DeviceReminders key="another" />);
    await settled(['Post 1', 'Post 2']);
  });

  it('shows none that was read or deleted, came long ago, or is of another type', async () => {
    await arrive(1, 1, { isRead: true });
    await arrive(2, 1, { isDeleted: true });
    await arrive(3, 120);
    await arrive(4, 1, { type: 'like' });
    await arrive(5, 1);
    await render(<DeviceReminders />);
    await vi.waitFor(() => expect(titles()).not.toEqual([]));
    expect(titles()).toEqual(['Post 5']);
  });

  it('lets the service worker show it where the page may not', async () => {
    vi.stubGlobal('Notification', () => {
      throw new TypeError('Illegal constructor.');
    });
    const showNotification = vi.fn();
    const serviceWorker = { getRegistration: async () => ({ showNotification }) };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    await arrive(1, 1);
    await render(<DeviceReminders />);
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
    const [title, options] = showNotification.mock.calls[0] ?? [];
    expect([title, options.data]).toEqual(['Post 1', { path: `/post/event/details/${idOf(1)}` }]);
  });
});
