import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { reachability } from './lib/reachability.ts';
import { startLocalWhenNeeded } from './local/start-when-needed.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';
import './styles.css';

const ReloadPrompt = lazy(async () => ({
  default: (await import('./reload-prompt.tsx')).ReloadPrompt,
}));

// Not at the top of the module: what is awaited here imports from the same file, which would wait for itself.
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');

  // No server is needed then: one runs in the browser. Other builds carry nothing of it.
  if (import.meta.env.MODE === 'mocked') {
    const { startMockedMode } = await import('./mocks/start.ts');
    await startMockedMode();
  }

  reachability.start(new AbortController().signal);
  await startLocalWhenNeeded();

  createRoot(root).render(
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
