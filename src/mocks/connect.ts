import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
// oxlint-disable-next-line import/default -- Vite makes its address
import backendUrl from './backend.worker.ts?sharedworker&url';
import { startNoteId, usualSeedHeader, usualSeedMeta } from './protocol.ts';
import { sendRequest } from './request-port.ts';

/** The one worker in which the server runs, for all tabs. The page begins with it, before the app's own code runs. */
const worker = startWorker();

function startWorker(): SharedWorker {
  const started = new SharedWorker(trustedScriptUrl('gatherwell#mocked-server', backendUrl), {
    type: 'module',
    name: 'gatherwell-mocked',
    // A reload need not open the database again.
    extendedLifetime: true,
  });
  started.onerror = () => {
    const problem = 'The mocked server cannot start.';
    console.error(problem);
    document.getElementById(startNoteId)?.replaceChildren(problem);
  };
  started.port.start();
  return started;
}

/** Returns a connection to the server. */
export function connect(): (request: Request) => Promise<Response> {
  const usualSeed = document.querySelector<HTMLMetaElement>(`meta[name="${usualSeedMeta}"]`)?.content;
  return (request) => {
    if (usualSeed) request.headers.set(usualSeedHeader, usualSeed);
    return sendRequest(worker.port, request);
  };
}

declare global {
  interface WorkerOptions {
    extendedLifetime?: boolean;
  }
}
