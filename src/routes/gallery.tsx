import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';

// In development only: a built app carries nothing of it.
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#src/features/design-system/gallery.tsx')).Gallery }))
  : () => null;

/** Every component in every state, to be looked at while developing. */
export const Route = createFileRoute('/gallery')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound();
  },
  component: Gallery,
});
