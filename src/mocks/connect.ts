import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
// oxlint-disable-next-line import/default -- Vite makes its address
import backendUrl from './backend.worker.ts?sharedworker&url';
import { startNoteId, usualSeedHeader, usualSeedMeta } from './protocol.ts';
import { sendRequest } from './request-port.ts';

/** Returns a connection to the one worker in which the server runs, for all tabs. */
export function connect(): (request: Request) => Promise<Response> {
  const worker = new SharedWorker(trustedScriptUrl('gatherwell#mocked-server', backendUrl), {
    type: 'module',
    name: 'gatherwell-mocked',
    // A reload need not open the database again.
    extendedLifetime: true,
  });
  worker.onerror = () => {
    const problem = 'The mocked server cannot start.';
    console.error(problem);
    document.getElementById(startNoteId)?.replaceChildren(problem);
  };
  worker.port.start();
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
