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
import { expect, test, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { followScreens } from './follow-screens.ts';

const { render } = createTestRoot();
const main = () => document.querySelector('main');
const heading = () => document.querySelector('h1');

test('the screen before is busy until the next one has come, which then has the focus', async () => {
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
  });
  await render(<RouterProvider router={router as unknown as RegisteredRouter} />);
  const stop = followScreens(router as unknown as RegisteredRouter);
  expect(heading()?.textContent).toBe('Feed');

  await act(async () => void router.navigate({ to: '/conversation/all' }));
  expect(router.state.location.pathname).toBe('/conversation/all');
  expect(heading()?.textContent).toBe('Feed');
  expect(main()?.getAttribute('aria-busy')).toBe('true');

  await act(async () => next.resolve());
  expect(heading()?.textContent).toBe('Messages');
  expect(document.activeElement).toBe(heading());
  expect(main()?.hasAttribute('aria-busy')).toBe(false);
  stop();
});
