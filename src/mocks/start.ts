import { setupWorker } from 'msw/browser';
import { ownSessionKey } from '#src/app/account-storage.ts';
import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
// oxlint-disable-next-line import/default -- Vite makes its address
import backendUrl from './backend.worker.ts?sharedworker&url';
import { shiftClock } from './clock.ts';
import { createHandlers } from './handlers.ts';
import { repeatLog } from './log.ts';
import { workerPath } from './protocol.ts';
import { sendRequest } from './request-port.ts';
import { readSwitches, type Scenario, type Switches, scenarioStore } from './scenarios.ts';
import { createTestingApi, forgetEverything, resets, signInAs } from './testing-api.ts';

/**
 * Puts the mocked server behind this page. Switches in the address are obeyed first: then the page loads again
 * without them, and the promise stays open.
 */
export async function startMockedMode(): Promise<void> {
  repeatLog();
  const respond = connect();
  const switches = switchesOf(location.href);
  if (switches) {
    await obey(switches, respond);
    location.replace(switches.address);
    return new Promise(() => {});
  }

  let scenario = scenarioStore.get();
  shiftClock(scenario.clockAhead);
  showConnection(scenario);
  resets.onmessage = () => location.reload();

  const worker = setupWorker(...createHandlers(respond, () => scenario));
  const workerUrl = trustedScriptUrl('gatherwell#mocked-requests', workerPath);
  // MSW registers what `toString` returns: of Trusted Types' own object that would be a string again.
  const url = { toString: () => workerUrl } as unknown as string;
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url } });

  window.gatherwellMocked = createTestingApi();
  const { mountPanel } = await import('./panel.tsx');
  mountPanel(scenario, (next) => {
    scenario = next;
    scenarioStore.set(next);
    showConnection(next);
  });
}

/** A connection to the one worker in which the server runs, for all tabs. */
function connect(): (request: Request) => Promise<Response> {
  const worker = new SharedWorker(trustedScriptUrl('gatherwell#mocked-server', backendUrl), {
    type: 'module',
    name: 'gatherwell-mocked',
    // A reload need not open the database again.
    extendedLifetime: true,
  });
  worker.onerror = () => console.error('The mocked server cannot start.');
  worker.port.start();
  return (request) => sendRequest(worker.port, request);
}

function switchesOf(address: string): Switches | undefined {
  try {
    return readSwitches(new URL(address), scenarioStore.get(), new Date());
  } catch (error) {
    alert(error instanceof Error ? error.message : error);
    return undefined;
  }
}

async function obey(switches: Switches, respond: (request: Request) => Promise<Response>): Promise<void> {
  if (switches.reset) {
    await respond(new Request('/mocked/reset', { method: 'POST' }));
    await forgetEverything();
    resets.postMessage('reset');
  }
  scenarioStore.set(switches.scenario);
  if (switches.ownSession === true) sessionStorage.setItem(ownSessionKey, '1');
  if (switches.ownSession === false) sessionStorage.removeItem(ownSessionKey);
  if (switches.user !== undefined)
    await signInAs(switches.user, respond).catch((error: Error) => alert(error.message));
}

/** Lets the browser report the connection of the scenario. */
function showConnection({ offline }: Scenario): void {
  if (navigator.onLine === !offline) return;
  Object.defineProperty(navigator, 'onLine', { value: !offline, configurable: true });
  dispatchEvent(new Event(offline ? 'offline' : 'online'));
}

declare global {
  interface WorkerOptions {
    extendedLifetime?: boolean;
  }
}
