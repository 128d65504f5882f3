import { Button } from './button.tsx';
import { texts } from './copy-field.texts.ts';
import { TextField } from './text-field.tsx';
import { toast } from './toast.ts';

interface CopyFieldProps {
  /** What it is, beginning with a capital: “Address”. */
  label: string;
  value: string;
}

/** A text to be copied into another program, selected as a whole when it is focused. */
export function CopyField({ label, value }: CopyFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={label}
        readOnly
        dir="ltr"
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        className="self-start"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(value);
            toast.success(texts.copied(label));
          } catch {
            toast.failed(texts.notCopied);
          }
        }}
      >
        {texts.copy}
      </Button>
    </div>
  );
}
