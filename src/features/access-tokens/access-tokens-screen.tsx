import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
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
import { type CreatedToken, CreateToken } from './create-token.tsx';
import { texts } from './texts.ts';
import { TokenRow } from './token-row.tsx';

/** A user's personal access tokens, with which programs call the API. */
export function AccessTokensScreen() {
  const [created, setCreated] = useState<CreatedToken>();
  const query = trpc.accessTokens.list.useQuery(undefined, { refetchOnMount: 'always' });
  const items = query.data?.items ?? [];
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{texts.accessTokens}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{texts.accessTokens}</h1>
        <CreateToken onCreated={setCreated} />
        <p className="w-full text-pretty text-muted">
          {fill(texts.hint, {
            documentation: <ExternalLink href="/api/docs">{texts.documentation}</ExternalLink>,
          })}
        </p>
      </header>
      <div role="status" className="empty:hidden">
        {created && <CreatedCard token={created} onDone={() => setCreated(undefined)} />}
      </div>
      <ListStates
        query={query}
        isLoaded={query.data !== undefined}
        problem={failureOf(query.error).message}
        skeleton={
          <Card padding="none" className="px-4 py-1 sm:px-5">
            <SkeletonList label={texts.loading} count={3} item={<RowSkeleton />} className="gap-0" />
          </Card>
        }
      >
        {items.length === 0 ? (
          <EmptyState icon={<SquareTerminal />} title={texts.noTokens} hint={texts.noTokensHint} />
        ) : (
          <ul className="flex flex-col gap-3">
            {items.map((token) => (
              <TokenRow key={token._id} token={token} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}

/** A new token, which only its creator's screen ever has: it stays until it is put away. */
function CreatedCard({ token, onDone }: { token: CreatedToken; onDone: () => void }) {
  return (
    <Card as="section" className="border-brand-ink">
      <CardHeader title={texts.created.title(token.name)} description={texts.created.warning} />
      <CopyField label={texts.created.token} value={token.token} />
      <Button variant="quiet" className="mt-2 -ml-3" onClick={onDone}>
        {texts.created.done}
      </Button>
    </Card>
  );
}
