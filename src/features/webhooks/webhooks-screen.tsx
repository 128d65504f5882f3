import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { webhookBounds } from '#server/webhooks/webhooks.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { CopyField } from '#src/components/copy-field.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { fill } from '#src/lib/fill.ts';
import { texts } from './texts.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog, type WebhookWithSecret } from './webhook-dialog.tsx';

/** An organization's webhooks: where events are delivered to, and how that goes. */
export function WebhooksScreen() {
  const [withSecret, setWithSecret] = useState<WebhookWithSecret>();
  const [isAdding, setIsAdding] = useState(false);
  const query = trpc.webhooks.list.useQuery(undefined, { refetchOnMount: 'always' });
  const { items = [], isAvailable = false } = query.data ?? {};
  const empty = isAvailable
    ? { title: texts.noWebhooks, hint: texts.noWebhooksHint }
    : { title: texts.notAvailable, hint: texts.notAvailableHint };
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{texts.webhooks}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{texts.webhooks}</h1>
        {isAvailable && items.length < webhookBounds.most && (
          <Button aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            {texts.dialog.addWebhook}
          </Button>
        )}
        <p className="w-full text-pretty text-muted">
          {fill(texts.hint, {
            documentation: <ExternalLink href="/api/docs">{texts.documentation}</ExternalLink>,
          })}
        </p>
      </header>
      <WebhookDialog open={isAdding} onOpenChange={setIsAdding} onCreated={setWithSecret} />
      <div role="status" className="empty:hidden">
        {withSecret && <SecretCard webhook={withSecret} onDone={() => setWithSecret(undefined)} />}
      </div>
      <ListStates
        query={query}
        isLoaded={query.data !== undefined}
        problem={failureOf(query.error).message}
        skeleton={
          <Card padding="none" className="px-4 py-1 sm:px-5">
            <SkeletonList label={texts.loading} count={2} item={<RowSkeleton />} className="gap-0" />
          </Card>
        }
      >
        {items.length === 0 ? (
          <EmptyState icon={<Webhook />} {...empty} />
        ) : (
          <ul className="flex flex-col gap-3">
            {items.map((webhook) => (
              <WebhookCard key={webhook._id} webhook={webhook} onSecret={setWithSecret} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}

/** A secret, which only this screen ever has: it stays until it is put away. */
function SecretCard({ webhook, onDone }: { webhook: WebhookWithSecret; onDone: () => void }) {
  return (
    <Card as="section" className="border-brand-ink">
      <CardHeader
        title={fill(texts.secret.title, { url: <bdi className="wrap-anywhere">{webhook.url}</bdi> })}
        description={texts.secret.warning}
      />
      <CopyField label={texts.secret.secret} value={webhook.secret} />
      <Button variant="quiet" className="mt-2 -ml-3" onClick={onDone}>
        {texts.secret.done}
      </Button>
    </Card>
  );
}
