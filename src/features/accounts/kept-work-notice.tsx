import { useEffect, useState } from 'react';
import { findKeptWork, wordsFor } from '#src/local/engine/unsaved-work.ts';

/** Shows, before a sign-in, whose unsent work is on this device and what happens to it. */
export function KeptWorkNotice() {
  const [kept, setKept] = useState<Awaited<ReturnType<typeof findKeptWork>>>();
  useEffect(() => {
    findKeptWork().then(setKept, () => undefined);
  }, []);
  if (!kept) return null;
  const { name } = kept.user;
  return (
    <p role="status" className="rounded-lg bg-accent-soft px-4 py-2.5 text-accent-ink text-sm">
      On this device there is work of <strong className="font-semibold">{name}</strong> that is not sent or
      saved yet: {wordsFor(kept.work)}. It goes on when {name} signs in, and is deleted when somebody else
      does.
    </p>
  );
}
