import { Rss } from 'lucide-react';
import { useState } from 'react';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { toast } from '#src/components/toast.ts';
import { exactTime } from '#src/lib/relative-time.ts';
import { CalendarAddress } from './calendar-address.tsx';
import { texts } from './subscribe-dialog.texts.ts';

interface SubscribeDialogProps {
  /** Whose public calendar it is; the reader's own, under a secret address, unless given. */
  organizationId?: string;
}

/** The address under which other calendar programs read a calendar, and keep up with it. */
export function SubscribeDialog({ organizationId }: SubscribeDialogProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          <Rss aria-hidden />
          {texts.subscribe}
        </Button>
      </DialogTrigger>
      <DialogContent size="sm" title={texts.subscribe} description={texts.hint}>
        {organizationId === undefined ? (
          <SecretAddress />
        ) : (
          <CalendarAddress address={`${location.origin}/api/calendars/organization/${organizationId}.ics`} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** It is shown when it is made and never again: the server keeps only what it needs to know it again. */
function SecretAddress() {
  const [address, setAddress] = useState<string>();
  const state = trpc.calendar.address.useQuery();
  const failed = (error: unknown) => toast.failed(failureOf(error).message, { title: texts.failed });
  const settle = () => utils.calendar.address.invalidate();
  const make = trpc.calendar.makeAddress.useMutation({
    onSuccess: (made) => setAddress(made.address),
    onError: failed,
    onSettled: settle,
  });
  const revoke = trpc.calendar.revokeAddress.useMutation({
    onSuccess: () => {
      setAddress(undefined);
      toast.success(texts.noLongerWorks);
    },
    onError: failed,
    onSettled: settle,
  });
  const since = state.data?.createdAt;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">{texts.secret}</p>
      {address !== undefined && <CalendarAddress address={address} />}
      {since && address === undefined && <p className="text-sm">{texts.since(exactTime(new Date(since)))}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={address === undefined ? 'primary' : 'secondary'}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {since ? texts.createAnother : texts.create}
        </Button>
        {since && (
          <Button variant="danger-quiet" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {texts.revoke}
          </Button>
        )}
      </div>
    </div>
  );
}
