import { delay, HttpResponse, http, type RequestHandler } from 'msw';
import { bearerToken } from '#src/app/bearer-token.ts';
import { respondWithFaults } from './faults/calls.ts';
import type { FaultRun } from './faults/run.ts';
import { addressHeader, clockHeader } from './protocol.ts';
import { requestsUnderWay } from './requests-under-way.ts';
import type { Scenario } from './scenarios.ts';

type Respond = (request: Request) => Promise<Response>;

/**
 * The scenario's faults, and behind them the one handler that passes every request for the product's server to it.
 * @param respond the mocked server
 * @param scenario what holds at the moment of a request
 * @param run what single calls meet
 * @param address where requests come from
 */
export function createHandlers(
  respond: Respond,
  scenario: () => Scenario,
  run: FaultRun,
  address: () => string,
): RequestHandler[] {
  return [
    whenServed('api', 'media')(() => (scenario().offline || isCutOff() ? HttpResponse.error() : undefined)),
    // Beside the API, as in the host of the real one.
    whenServed('api')(({ url }) =>
      new URL(url).pathname === '/api/healthz' ? HttpResponse.json({ status: 'up' }) : undefined,
    ),
    whenServed(
      'api',
      'media',
    )(async () => {
      await delay(scenario().latency);
      return undefined;
    }),
    whenServed('api')((request) => respondWithFaults(request, run, (part) => respond(signed(part)))),
    whenServed('api', 'media', 'mocked')((request) => respond(signed(request))),
  ];

  /** The request with what a browser would send of its own accord, if a script's response could set a cookie. */
  function signed(request: Request): Request {
    const headers = new Headers(request.headers);
    headers.set(clockHeader, String(scenario().clockAhead));
    headers.set(addressHeader, address());
    for (const [name, value] of Object.entries(bearerToken.headers()))
      if (!headers.has(name)) headers.set(name, value);
    // Pictures are asked for in a mode that takes no token.
    return new Request(request, { headers, mode: 'same-origin' });
  }
}

/**
 * Whether the browser itself is offline, as its developer tools can have it. A scenario hides the browser's own value
 * behind a property of the object.
 */
function isCutOff(): boolean {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
  return own?.get?.call(navigator) === false;
}

/** A handler for what the server serves below these paths of this origin. */
function whenServed(...places: ('api' | 'media' | 'mocked')[]) {
  return (respond: (request: Request) => Response | undefined | Promise<Response | undefined>) =>
    http.all('*', async ({ request, requestId }) => {
      const { origin, pathname } = new URL(request.url);
      if (origin !== location.origin || !places.some((place) => pathname.startsWith(`/${place}/`))) return;
      requestsUnderWay.begin(requestId);
      try {
        const response = await respond(request);
        if (response) requestsUnderWay.end(requestId);
        return response;
      } catch (error) {
        requestsUnderWay.end(requestId);
        throw error;
      }
    });
}
