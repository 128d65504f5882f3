import { getResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { createHandlers } from './handlers.ts';
import { usualScenario } from './scenarios.ts';

vi.mock('#src/app/bearer-token.ts', () => ({
  bearerToken: { headers: () => ({ authorization: 'Bearer of-alice' }) },
}));

it('sends the session with a picture that an element asks for', async () => {
  vi.stubGlobal('location', { origin: 'https://gatherwell.test' });
  const respond = async ({ mode, headers }: Request) =>
    Response.json({ mode, token: headers.get('authorization') });
  const handlers = createHandlers(respond, () => usualScenario);
  // As `img` does it. In a browser, requests in this mode drop the header silently.
  const request = new Request('https://gatherwell.test/api/files/1', { mode: 'no-cors' });
  const seen = await (await getResponse(handlers, request))?.json();
  expect(seen).toEqual({ mode: 'same-origin', token: 'Bearer of-alice' });
  vi.unstubAllGlobals();
});
