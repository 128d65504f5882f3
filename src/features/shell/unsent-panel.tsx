import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import type { OnDemandProps } from '#src/components/on-demand.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/popover.tsx';
import { cn } from '#src/lib/cn.ts';
import { describeMutation } from '#src/local/collections/index.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { discard, retry } from '#src/local/engine/outbox.ts';
import type { LocalDatabase, OutboxRow } from '#src/local/engine/types.ts';
import { texts } from './unsent-panel.texts.ts';

interface UnsentPanelProps extends OnDemandProps {
  /** What the server has not done, in the order in which it was done here. */
  mutations: readonly OutboxRow[];
}

/** What was done here and is not sent yet, or was rejected, in a panel below its trigger. */
export function UnsentPanel({ mutations, children, defaultOpen }: UnsentPanelProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent aria-label={texts.notSentYet} className="flex w-96 flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold">{texts.notSentYet}</h2>
          <p className="text-pretty text-muted text-sm">{texts.hint}</p>
        </div>
        <ul className="-mx-4 divide-y divide-line border-line border-t">
          {mutations.map((mutation) => (
            <UnsentMutation key={mutation.opId} mutation={mutation} />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

function UnsentMutation({ mutation }: { mutation: OutboxRow }) {
  const { opId, state, problem } = mutation;
  const words = describeMutation(mutation);
  const withDatabase = (work: (db: LocalDatabase, opId: string) => Promise<void>) => () => {
    const db = localDatabase();
    if (db) void work(db, opId);
  };
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-1 gap-y-1.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere font-medium text-sm">{words}</p>
        <p className={cn('text-pretty text-xs', state === 'failed' ? 'text-danger-ink' : 'text-muted')}>
          {state === 'failed' ? texts.failed(problem) : texts.states[state]}
        </p>
      </div>
      <div className="flex gap-1">
        {state === 'failed' && (
          <Button variant="soft" size="sm" aria-label={texts.retryOf(words)} onClick={withDatabase(retry)}>
            {texts.retry}
          </Button>
        )}
        {state !== 'sent' && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={texts.discardOf(words)}
            onClick={withDatabase(discard)}
          >
            {texts.discard}
          </Button>
        )}
      </div>
    </li>
  );
}
