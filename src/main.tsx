import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startLocal } from './local/start.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// No server is needed then: one runs in the browser. Other builds carry nothing of it.
if (import.meta.env.MODE === 'mocked') {
  const { startMockedMode } = await import('./mocks/start.ts');
  await startMockedMode();
}

startLocal();

const ReloadPrompt = lazy(async () => ({
  default: (await import('./reload-prompt.tsx')).ReloadPrompt,
}));

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
