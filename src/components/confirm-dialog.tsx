import * as Radix from 'radix-ui/alert-dialog';
import { type ReactNode, useState } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Button } from './button.tsx';
import { panelVariants, Scrim, useReturnedFocus } from './dialog.tsx';
import * as texts from './texts.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: "Delete this post?" */
  title: ReactNode;
  /** What follows from a yes. */
  description: ReactNode;
  /** The deed, as a verb: "Delete". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Another way to go on, as “Only Send to Connected Users”. */
  alternative?: { label: string; onChoose: () => void | Promise<void> } | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** The dialog closes when it returns or resolves, and stays open when it throws: the caller shows why in a toast. */
  onConfirm: () => void | Promise<void>;
}

/** Asks before something that costs or cannot be undone. Focus starts on the way out. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = texts.cancel,
  alternative,
  tone = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState<'confirm' | 'alternative'>();
  const returnedFocus = useReturnedFocus();

  async function go(way: 'confirm' | 'alternative', work: () => void | Promise<void>) {
    setBusy(way);
    try {
      await work();
      onOpenChange(false);
    } catch {
      // The dialog stays open, so that the user can retry.
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          {...returnedFocus}
          data-floating-root
          className={cn(panelVariants({ size: 'sm' }), 'gap-1.5 p-5 sm:p-6 sm:pb-6')}
        >
          <Radix.Title className="font-semibold text-ink text-xl">{title}</Radix.Title>
          <Radix.Description className="text-pretty text-muted text-sm">{description}</Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:grow">
            <Radix.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Radix.Cancel>
            {alternative && (
              <Button
                variant="secondary"
                loading={busy === 'alternative'}
                onClick={() => void go('alternative', alternative.onChoose)}
              >
                {alternative.label}
              </Button>
            )}
            <Button variant={tone} loading={busy === 'confirm'} onClick={() => void go('confirm', onConfirm)}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
