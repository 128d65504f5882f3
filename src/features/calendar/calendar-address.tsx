import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './calendar-address.texts.ts';

/** The address of a calendar, to be copied into another program. */
export function CalendarAddress({ address }: { address: string }) {
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={texts.address}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        className="self-start"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(address);
            toast.success(texts.copied);
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
