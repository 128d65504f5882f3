import { Info } from 'lucide-react';
import { IconButton } from '#src/components/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { texts } from './texts.ts';

/** Shows which colour stands for which type of post. */
export function LegendDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <IconButton label={texts.legendDialog.whatTheColorsMean}>
          <Info aria-hidden />
        </IconButton>
      </DialogTrigger>
      <DialogContent size="sm" title={texts.legendDialog.calendar} description={texts.legendDialog.hint}>
        <ul className="flex flex-col gap-2">
          {Object.entries(postTypes).map(([type, { label, icon: Icon, fill }]) => (
            <li key={type} className="flex items-center gap-3">
              <span
                aria-hidden
                className={`flex size-8 shrink-0 items-center justify-center rounded-md ${fill}`}
              >
                <Icon className="size-4.5" />
              </span>
              {label}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
