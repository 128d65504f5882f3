import { useEffect, useState } from 'react';
import { fetchPicture, readPicture } from '#src/local/collections/fetch-pictures.ts';
import type { ShownFile } from '#src/local/collections/shown-messages.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';

/** Returns a picture of a message that is kept on this device; null where it is not, undefined until that is known. */
export function useKeptPicture(path: string | undefined): Blob | null | undefined {
  const [kept, setKept] = useState<{ path: string; blob: Blob | null }>();
  const db = path === undefined ? undefined : localDatabase();
  useEffect(() => {
    if (path === undefined || !db) return undefined;
    let isCurrent = true;
    void readPicture(db, path).then(
      (blob) => isCurrent && setKept({ path, blob: blob ?? null }),
      () => isCurrent && setKept({ path, blob: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [db, path]);
  if (path === undefined || !db) return null;
  return kept?.path === path ? kept.blob : undefined;
}

/**
 * Keeps a picture on this device that has been shown.
 * @param source the address that was shown
 */
export async function keepShownPicture(
  { path, conversationId }: Pick<ShownFile, 'path' | 'conversationId'>,
  source: string,
): Promise<void> {
  const db = localDatabase();
  if (!db || path === undefined || conversationId === undefined) return;
  await fetchPicture(db, { path, conversationId }, source);
}
