import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { Switch } from '#src/components/switch.tsx';
import type { Shortcut } from './shortcuts.ts';
import { texts } from './shortcuts-dialog.texts.ts';

interface ShortcutsDialogProps {
  shortcuts: readonly Shortcut[];
  isOn: boolean;
  onOnChange: (isOn: boolean) => void;
  onClose: () => void;
}

/** Lists what keys do, and turns them off. */
export function ShortcutsDialog({ shortcuts, isOn, onOnChange, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={texts.keyboardShortcuts} size="sm">
        <Switch label={texts.areOn} checked={isOn} onCheckedChange={onOnChange} />
        <dl className="mt-2 divide-y divide-line">
          {[...shortcuts, { keys: ['?'], label: texts.thisList }].map(({ keys, label }) => (
            <div key={label} className="flex items-center justify-between gap-4 py-2 text-sm">
              <dt className="min-w-0">{label}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-line-strong/60 bg-sunken px-1.5 font-sans font-semibold text-xs"
                  >
                    {key.toUpperCase()}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
