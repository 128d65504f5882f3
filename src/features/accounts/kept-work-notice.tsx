import { useEffect, useState } from 'react';
import { session } from '#src/app/session.ts';
import { fill } from '#src/lib/fill.ts';
import { keptWork } from '#src/local/engine/kept-work.ts';
import * as texts from './texts.ts';
import { unsavedWork } from './unsaved-work.texts.ts';

/** Shows, before a sign-in, whose unsent work is on this device and what happens to it. */
export function KeptWorkNotice() {
  const [kept, setKept] = useState<{ name: string; work: string }>();
  useEffect(() => {
    readKept().then(setKept, () => undefined);
  }, []);
  if (!kept) return null;
  const { name, work } = kept;
  return (
    <p role="status" className="rounded-lg bg-accent-soft px-4 py-2.5 text-accent-ink text-sm">
      {fill(texts.keptWork, {
        owner: (
          <strong className="font-semibold">
            <bdi>{name}</bdi>
          </strong>
        ),
        work,
        name: <bdi>{name}</bdi>,
      })}
    </p>
  );
}

/** Few devices have any: the others do not load what reads it. */
async function readKept(): Promise<{ name: string; work: string } | undefined> {
  if (!keptWork.whose()) return undefined;
  await session.prepare();
  const { findKeptWork } = await import('#src/local/engine/unsaved-work.ts');
  const found = await findKeptWork();
  return found && { name: found.user.name, work: unsavedWork(found.work) };
}
