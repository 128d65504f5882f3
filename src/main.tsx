import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { lastPart } from './app/late-part.tsx';
import { watchMissingCode } from './app/missing-code.ts';
import { dropPageData } from './app/page-data.tsx';
import { session } from './app/session.ts';
import { reachability } from './lib/reachability.ts';
import { whileShown } from './lib/while-shown.ts';
import { startLocalWhenNeeded } from './local/start-when-needed.ts';
import { Providers } from './providers.tsx';
import { newRouter } from './router.tsx';
import { takeOver } from './take-over.tsx';
import './styles.css';

const ReloadPrompt = lastPart(async () => (await import('./reload-prompt.tsx')).ReloadPrompt);

// Not at the top of the module: what is awaited here imports from the same file, which would wait for itself.
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');

  // No server is needed then: one runs in the browser. Other builds carry nothing of it.
  if (import.meta.env.MODE === 'mocked') {
    const { startMockedMode } = await import('./mocks/start.ts');
    await startMockedMode();
  }

  watchMissingCode();
  whileShown((signal) => reachability.start(signal));
  await startLocalWhenNeeded();

  const router = newRouter();
  // A screen for signed-in users is left when the session ends, in whichever tab that happened.
  session.subscribe(() => void router.invalidate());
  if (session.userId() !== undefined) {
    root.replaceChildren();
    dropPageData();
  }
  // What the server rendered stays until all is there that shows the same.
  if (root.firstChild) await router.load();

  takeOver(
    root,
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
        <Suspense>
          <ReloadPrompt />
        </Suspense>
      </Providers>
    </StrictMode>,
  );
}

void start();
