import { setupWorker } from 'msw/browser';
import { ownSessionKey } from '#src/app/account-storage.ts';
import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
import { shiftClock } from './clock.ts';
import { connect } from './connect.ts';
import { faultProgressStore } from './faults/progress-store.ts';
import { FaultRun } from './faults/run.ts';
import { createHandlers } from './handlers.ts';
import { repeatLog } from './log.ts';
import { workerPath } from './protocol.ts';
import { readSwitches, type Scenario, type Switches, scenarioStore, scriptOf } from './scenarios.ts';
import { tabAddress } from './tab-address.ts';
import { changeSeed, createTestingApi, forgetEverything, resets, signInAs } from './testing-api.ts';

/**
 * Puts the mocked server behind this page. Switches in the address are obeyed first, and taken out of it; where they
 * change what the app has read already, the page loads again and the promise stays open.
 */
export async function startMockedMode(): Promise<void> {
  repeatLog();
  const respond = connect();
  const switches = switchesOf(location.href);
  if (switches) {
    const opened = switches.recording === undefined ? undefined : await open(switches.recording, respond);
    if (opened !== undefined) {
      location.replace(opened);
      return new Promise(() => {});
    }
    const { isSignedIn, isAfresh } = await obey(switches, respond);
    // Who is signed in is read when the app is loaded, and set by signing in.
    if (isAfresh || (switches.ownSession !== undefined && !isSignedIn)) {
      location.replace(switches.address);
      return new Promise(() => {});
    }
    history.replaceState(history.state, '', switches.address);
  }

  let scenario = scenarioStore.get();
  shiftClock(scenario.clockAhead);
  showConnection(scenario);
  resets.onmessage = () => location.reload();

  const run = new FaultRun(() => scriptOf(scenario), faultProgressStore.get());
  addEventListener('pagehide', () => faultProgressStore.set(run.progress));
  const worker = setupWorker(...createHandlers(respond, () => scenario, run, tabAddress));
  const workerUrl = trustedScriptUrl('gatherwell#mocked-requests', workerPath);
  // MSW registers what `toString` returns: of Trusted Types' own object that would be a string again.
  const url = { toString: () => workerUrl } as unknown as string;
  const [{ mountPanel }] = await Promise.all([
    import('./panel.tsx'),
    worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url } }),
  ]);

  window.gatherwellMocked = createTestingApi(fetch, run);
  mountPanel({ initial: scenario, run, problems, onChange });

  function onChange(next: Scenario) {
    scenario = next;
    scenarioStore.set(next);
    showConnection(next);
  }
}

function switchesOf(address: string): Switches | undefined {
  try {
    return readSwitches(new URL(address), scenarioStore.get(), new Date());
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** Tells the tester what is wrong with a switch, and in the panel again; the product goes on without it. */
function report(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  problems.push(message);
  alert(message);
}

const problems: string[] = [];

/** Opens a recording. Resolves to the address of its first screen; undefined where it could not be opened. */
async function open(
  address: string,
  respond: (request: Request) => Promise<Response>,
): Promise<string | undefined> {
  try {
    const { obeyRecording } = await import('./recording/open.ts');
    return await obeyRecording(address, respond);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** Does what the switches say. Resolves to whether somebody was signed in by it, and whether another database is there. */
async function obey(
  switches: Switches,
  respond: (request: Request) => Promise<Response>,
): Promise<{ isSignedIn: boolean; isAfresh: boolean }> {
  let isAfresh = false;
  try {
    if (switches.seed !== undefined) isAfresh = await changeSeed(switches.seed, respond);
  } catch (error) {
    report(error);
  }
  if (switches.reset) {
    await respond(new Request('/mocked/reset', { method: 'POST' }));
    await forgetEverything();
    resets.postMessage('reset');
    isAfresh = true;
  }
  scenarioStore.set(switches.scenario);
  if (switches.restartsFaults) faultProgressStore.restart(switches.address);
  if (switches.ownSession === true) sessionStorage.setItem(ownSessionKey, '1');
  if (switches.ownSession === false) sessionStorage.removeItem(ownSessionKey);
  if (switches.user === undefined) return { isSignedIn: false, isAfresh };
  try {
    await signInAs(switches.user, respond);
    return { isSignedIn: true, isAfresh };
  } catch (error) {
    report(error);
    return { isSignedIn: false, isAfresh };
  }
}

/** Lets the browser report the connection of the scenario. */
function showConnection({ offline }: Scenario): void {
  if (navigator.onLine === !offline) return;
  Object.defineProperty(navigator, 'onLine', { value: !offline, configurable: true });
  dispatchEvent(new Event(offline ? 'offline' : 'online'));
}
