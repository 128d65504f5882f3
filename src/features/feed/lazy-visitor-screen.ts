import { lazy } from 'react';

/** Fetches the code of what visitors see. Who is signed in has no use for it. */
export const loadVisitorScreen = () => import('./visitor-screen.tsx');

export const LazyVisitorScreen = lazy(async () => ({ default: (await loadVisitorScreen()).VisitorScreen }));
