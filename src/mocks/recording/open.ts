import { switchNames } from '../scenarios.ts';
import { openStart } from '../testing-api.ts';
import { parseRecording, type Recording, readRecording } from './recording.ts';
import { beginTape } from './store.ts';

const cacheName = 'gatherwell-mocked';
/** Where a file is kept from when it was chosen until the page has loaded again. */
const chosenAddress = '/mocked/recordings/chosen';

/** Opens a recording in this tab: loads the page again, which then begins where the recording began. */
export async function openRecording(given: Recording): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(chosenAddress, new Response(JSON.stringify(readRecording(given))));
  location.assign(`/?${switchNames.recording}=${encodeURIComponent(chosenAddress)}`);
}

/**
 * Brings this tab to where the recording at an address began, and offers to replay it. Resolves to the address of its
 * first screen; rejects with a sentence for the tester.
 */
export async function obeyRecording(
  address: string,
  respond: (request: Request) => Promise<Response>,
): Promise<string> {
  const cache = await caches.open(cacheName);
  const found = address === chosenAddress ? await cache.match(address) : await load(address);
  if (!found?.ok) throw new RangeError(`There is no recording at ${address}.`);
  const recording = parseRecording(await found.text());
  await openStart(recording, respond);
  const { start, acts, recordedAt } = recording;
  await beginTape(start, { acts, recordedAt, isRecording: false });
  return start.path;
}

const load = (address: string) => fetch(address).catch(() => undefined);
