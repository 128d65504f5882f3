import { CopyField } from '#src/components/copy-field.tsx';
import { texts } from './calendar-address.texts.ts';

/** The address of a calendar, to be copied into another program. */
export function CalendarAddress({ address }: { address: string }) {
  return <CopyField label={texts.address} value={address} />;
}
