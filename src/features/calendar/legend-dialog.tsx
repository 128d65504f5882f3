import { Info } from 'lucide-react';
import { IconButton } from '#src/components/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { postTypes } from '#src/entities/post-type.ts';

/** Shows which colour stands for which type of post. */
export function LegendDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <IconButton label="What the colors mean">
          <Info aria-hidden />
        </IconButton>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title="Calendar"
        description="Each type of post has its own color. Times are in your device’s time zone. A ✓ marks posts you’re going to."
      >
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
