import { getResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { FaultRun, freshProgress } from './faults/run.ts';
import { noFaults } from './faults/script.ts';
import { createHandlers } from './handlers.ts';
import { requestsUnderWay } from './requests-under-way.ts';
import { usualScenario } from './scenarios.ts';

vi.mock('#src/app/bearer-token.ts', () => ({
  bearerToken: { headers: () => ({ authorization: 'Bearer of-alice' }) },
}));

const origin = 'https://gatherwell.test';
const quietRun = () => new FaultRun(() => noFaults, freshProgress('/'));

afterEach(() => void vi.unstubAllGlobals());

it.each([
  { title: 'the browser is offline', online: false, offline: false, reached: false },
  { title: 'the scenario is offline', online: true, offline: true, reached: false },
  { title: 'neither is', online: true, offline: false, reached: true },
])('reaches the server only where it can: $title', async ({ online, offline, reached }) => {
  vi.stubGlobal('location', { origin });
  vi.stubGlobal(
    'Navigator',
    class {
      get onLine() {
        return online;
      }
    },
  );
  const handlers = createHandlers(
    async () => Response.json({}),
    () => ({ ...usualScenario, offline }),
    quietRun(),
    () => 'here',
  );
  const response = await getResponse(handlers, new Request(`${origin}/api/auth`));
  expect(response?.ok).toBe(reached);
});

it('sends the session with a picture that an element asks for', async () => {
  vi.stubGlobal('location', { origin });
  const respond = async ({ mode, headers }: Request) =>
    Response.json({ mode, token: headers.get('authorization') });
  const handlers = createHandlers(
    respond,
    () => usualScenario,
    quietRun(),
    () => 'here',
  );
  // As `img` does it. In a browser, requests in this mode drop the header silently.
  const request = new Request(`${origin}/api/files/1`, { mode: 'no-cors' });
  const seen = await (await getResponse(handlers, request))?.json();
  expect(seen).toEqual({ mode: 'same-origin', token: 'Bearer of-alice' });
});

it('counts a request as under way until its response, or until there is none', async () => {
  vi.stubGlobal('location', { origin });
  const held = Promise.withResolvers<Response>();
  const handlers = createHandlers(
    () => held.promise,
    () => usualScenario,
    quietRun(),
    () => 'here',
  );
  const response = getResponse(handlers, new Request(`${origin}/api/auth`));
  await vi.waitFor(() => expect(requestsUnderWay.quietMs()).toBe(0));
  held.resolve(Response.json({}));
  await response;
  expect(requestsUnderWay.quietMs()).toBeGreaterThan(0);

  const failing = createHandlers(
    () => Promise.reject(new Error('The worker is gone.')),
    () => usualScenario,
    quietRun(),
    () => 'here',
  );
  await getResponse(failing, new Request(`${origin}/api/auth`)).catch(() => undefined);
  expect(requestsUnderWay.quietMs()).toBeGreaterThan(0);
});
