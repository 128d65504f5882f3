import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { toast } from '#src/components/toast.ts';
import { CalendarAddress } from './calendar-address.tsx';
import { texts } from './renew-address-hint.texts.ts';

/**
 * Offers to replace the private address of the viewer's calendar, where there is one: it keeps working after a change
 * of password, also for someone who knew the old one.
 */
export function RenewAddressHint() {
  const state = trpc.calendar.address.useQuery();
  const renew = trpc.calendar.makeAddress.useMutation({
    onError: (error) => toast.failed(failureOf(error).message, { title: texts.failed }),
  });
  if (!state.data?.createdAt) return null;
  return (
    <section
      aria-label={texts.calendarAddress}
      className="flex flex-col items-start gap-3 rounded-lg bg-accent-soft px-4 py-3 text-accent-ink text-sm"
    >
      {renew.data ? (
        <>
          <p>{texts.renewed}</p>
          <CalendarAddress address={renew.data.address} />
        </>
      ) : (
        <>
          <p>{texts.stillWorks}</p>
          <Button variant="secondary" size="sm" loading={renew.isPending} onClick={() => renew.mutate()}>
            {texts.renew}
          </Button>
        </>
      )}
    </section>
  );
}
