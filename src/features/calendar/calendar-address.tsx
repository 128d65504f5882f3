import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';

/** The address of a calendar, to be copied into another program. */
export function CalendarAddress({ address }: { address: string }) {
  return (
    <div className="flex flex-col gap-3">
      <TextField label="Address" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <Button
        className="self-start"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(address);
            toast.success('Address copied');
          } catch {
            toast.failed('The address couldn’t be copied. Select it and copy it yourself.');
          }
        }}
      >
        Copy
      </Button>
    </div>
  );
}
