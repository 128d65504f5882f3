import { CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CountBadge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { onDemand } from '#src/components/on-demand.tsx';
import { toast } from '#src/components/toast.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { describeMutation } from '#src/local/collections/index.ts';
import { unsentMutations } from '#src/local/engine/outbox.ts';
import type { OutboxRow } from '#src/local/engine/types.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import * as texts from './menus.texts.ts';

const UnsentPanel = onDemand('dialog', async () => (await import('./unsent-panel.tsx')).UnsentPanel);

/** Milliseconds that a mutation may be on its way before the menu appears. */
const slowAfterMs = 1_500;

/** Shows how many mutations are not sent or were rejected, and opens their list. Renders nothing when there are none. */
export function UnsentMenu() {
  const read = useLocal(unsentMutations, []);
  useFailureToasts(read);
  const mutations = read ?? [];
  const hasFailed = mutations.some(isFailed);
  const isSlow = useLasting(mutations.length > 0, slowAfterMs);
  const isOnline = useOnline();
  const [wasShown, setWasShown] = useState(false);
  // Once there, it stays until nothing is left: its panel may be open while what was rejected is sent again.
  const isShown = mutations.length > 0 && (wasShown || !isOnline || isSlow || hasFailed);
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  return (
    <UnsentPanel mutations={mutations}>
      <IconButton label={texts.notSentYet(mutations.length)}>
        <CloudUpload aria-hidden className={hasFailed ? 'text-danger-ink' : undefined} />
        <span aria-hidden className="absolute -top-0.5 -right-0.5">
          <CountBadge count={mutations.length} label={texts.countedNotSentYet} />
        </span>
      </IconButton>
    </UnsentPanel>
  );
}

const isFailed = ({ state }: OutboxRow) => state === 'failed';

/** Whether something has been true for so many milliseconds on end. */
function useLasting(isTrue: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue, milliseconds]);
  return isTrue && hasLasted;
}

/** Shows a toast for each new failure in a visible tab. Failures from before the page was opened are only listed. */
function useFailureToasts(mutations: readonly OutboxRow[] | undefined): void {
  const told = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!mutations) return;
    const failed = mutations.filter(isFailed);
    const fresh = failed.filter(({ opId }) => told.current?.has(opId) === false);
    told.current = new Set(failed.map(({ opId }) => opId));
    if (document.visibilityState !== 'visible') return;
    for (const mutation of fresh)
      toast.failed(`${describeMutation(mutation)}. ${mutation.problem ?? ''}`, {
        title: texts.failed,
        id: mutation.opId,
      });
  }, [mutations]);
}
