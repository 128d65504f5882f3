import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RegisteredRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { followScreens } from './follow-screens.ts';

const { render } = createTestRoot();
const main = () => document.querySelector('main');
const heading = () => document.querySelector('h1');

/** Opens the feed, and the messages from there, which are there once `next` resolves. */
async function leaveTheFeed() {
  vi.stubGlobal('scrollTo', vi.fn());
  const next = Promise.withResolvers<void>();
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  });
  const at = (path: string, title: string, loader = () => Promise.resolve()) =>
    createRoute({ getParentRoute: () => root, path, loader, component: () => <h1>{title}</h1> });
  const router = createRouter({
    routeTree: root.addChildren([at('/', 'Feed'), at('/conversation/all', 'Messages', () => next.promise)]),
    history: createMemoryHistory(),
  }) as unknown as RegisteredRouter;
  await render(<RouterProvider router={router} />);
  onTestFinished(followScreens(router));
  expect(heading()?.textContent).toBe('Feed');

  await act(async () => void router.navigate({ to: '/conversation/all' }));
  expect(router.state.location.pathname).toBe('/conversation/all');
  expect(heading()?.textContent).toBe('Feed');
  expect(main()?.getAttribute('aria-busy')).toBe('true');
  return { router, next };
}

test('the screen before is busy until the next one has come, which then has the focus', async () => {
  const { next } = await leaveTheFeed();
  await act(async () => next.resolve());
  expect(heading()?.textContent).toBe('Messages');
  expect(document.activeElement).toBe(heading());
  expect(main()?.hasAttribute('aria-busy')).toBe(false);
});

test('a screen that is come back to before the next one was there is no longer busy', async () => {
  const { router } = await leaveTheFeed();
  await act(async () => router.history.back());
  expect(router.state.location.pathname).toBe('/');
  expect(heading()?.textContent).toBe('Feed');
  expect(main()?.hasAttribute('aria-busy')).toBe(false);
});

test('a screen that cannot be had is no longer on its way', async () => {
  // What the router and React report of it.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { next } = await leaveTheFeed();
  await act(async () => next.reject(new Error('The line is down.')));
  expect(heading()?.textContent).not.toBe('Feed');
  expect(main()?.hasAttribute('aria-busy') ?? false).toBe(false);
});
