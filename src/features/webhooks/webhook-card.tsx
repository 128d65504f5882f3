import { useState } from 'react';
import type { WebhookView } from '#server/webhooks/webhooks.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { toast } from '#src/components/toast.ts';
import { fill } from '#src/lib/fill.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { texts } from './texts.ts';
import { WebhookDialog, type WebhookWithSecret } from './webhook-dialog.tsx';

const tones = { active: 'success', failing: 'accent', disabled: 'danger' } as const;

interface WebhookCardProps {
  webhook: WebhookView;
  onSecret: (webhook: WebhookWithSecret) => void;
}

/** A webhook in the list: where it is, how it does, and what can be done with it. */
export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { _id: id, url, events, state, failingSince, disabledAt, previousSecretUntil } = webhook;
  const [shown, setShown] = useState<'edit' | 'rotate' | 'remove' | 'deliveries'>();
  const close = () => setShown(undefined);
  const update = trpc.webhooks.update.useMutation();
  const rotate = trpc.webhooks.rotateSecret.useMutation();
  const remove = trpc.webhooks.remove.useMutation();

  /** Does it, and shows in a toast where it failed. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast.failed(failureOf(error).message, { title: texts.failed });
      throw error;
    } finally {
      void utils.webhooks.list.invalidate();
    }
  }
  const switchOn = () =>
    attempt(async () => {
      await update.mutateAsync({ id, url, events, isActive: true });
      toast.success(texts.card.switchedOn);
    }).catch(() => undefined);

  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="ltr" className="wrap-anywhere min-w-0 font-semibold">
          {url}
        </h2>
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
      </div>
      <p className="flex flex-wrap gap-1">
        {events.map((event) => (
          <Badge key={event} tone="outline">
            {texts.events[event].label}
          </Badge>
        ))}
      </p>
      {state === 'failing' && failingSince !== null && (
        <p className="text-sm">
          {fill(texts.card.failingSince, { time: <RelativeTime time={failingSince} /> })}
        </p>
      )}
      {disabledAt !== null && (
        <p className="text-danger-ink text-sm">
          {fill(texts.card.off, { time: <RelativeTime time={disabledAt} /> })}
        </p>
      )}
      {previousSecretUntil !== null && (
        <p className="text-muted text-sm">
          {fill(texts.card.twoSecrets, { time: <RelativeTime time={previousSecretUntil} /> })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'disabled' && (
          <Button
            size="sm"
            aria-label={texts.card.switchOnWebhook(url)}
            loading={update.isPending}
            onClick={() => void switchOn()}
          >
            {texts.card.switchOn}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={texts.card.showDeliveriesOf(url)}
          onClick={() => setShown('deliveries')}
        >
          {texts.card.showDeliveries}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={texts.card.editWebhook(url)}
          onClick={() => setShown('edit')}
        >
          {texts.card.edit}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={texts.card.rotateWebhook(url)}
          onClick={() => setShown('rotate')}
        >
          {texts.card.rotate}
        </Button>
        <Button
          variant="danger-quiet"
          size="sm"
          aria-haspopup="dialog"
          aria-label={texts.card.removeWebhook(url)}
          onClick={() => setShown('remove')}
        >
          {texts.card.remove}
        </Button>
      </div>
      <WebhookDialog open={shown === 'edit'} onOpenChange={(open) => !open && close()} webhook={webhook} />
      <ConfirmDialog
        open={shown === 'rotate'}
        onOpenChange={(open) => !open && close()}
        title={texts.card.rotateQuestion}
        description={texts.card.rotateHint}
        confirmLabel={texts.card.rotate}
        tone="primary"
        onConfirm={() => attempt(async () => onSecret(await rotate.mutateAsync({ id })))}
      />
      <ConfirmDialog
        open={shown === 'remove'}
        onOpenChange={(open) => !open && close()}
        title={texts.card.removeQuestion}
        description={texts.card.removeHint}
        confirmLabel={texts.card.remove}
        onConfirm={() =>
          attempt(async () => {
            await remove.mutateAsync({ id });
            toast.success(texts.card.removed);
          })
        }
      />
      {shown === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={close} />}
    </Card>
  );
}
