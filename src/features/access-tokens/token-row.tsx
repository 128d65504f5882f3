import { type ReactNode, useState } from 'react';
import type { AccessTokenView } from '#server/access-tokens/access-tokens.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './texts.ts';

const tones = { active: 'success', expired: 'neutral', revoked: 'danger' } as const;

/** A token in the list: what it may do, how long, and a way to end it. */
export function TokenRow({ token }: { token: AccessTokenView }) {
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="auto" className="wrap-anywhere min-w-0 font-semibold">
          {token.name}
        </h2>
        <Badge tone={tones[token.state]}>{texts.states[token.state]}</Badge>
        {token.state === 'active' && <RevokeButton token={token} />}
      </div>
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        <Fact term={texts.row.token}>
          <code>{`${token.prefix}…${token.lastFour}`}</code>
        </Fact>
        <Fact term={texts.row.created}>
          <RelativeTime time={token.createdAt} />
        </Fact>
        <Fact term={texts.row.lastUsed}>
          {token.lastUsedAt === null ? texts.row.never : <RelativeTime time={token.lastUsedAt} />}
        </Fact>
        <Fact term={texts.row.expires[token.state]}>
          <RelativeTime time={token.revokedAt ?? token.expiresAt} />
        </Fact>
        <Fact term={texts.row.scopes} isWide>
          <span className="flex flex-wrap gap-1">
            {token.scopes.map((scope) => (
              <Badge key={scope} tone="outline">
                {texts.scopes[scope].label}
              </Badge>
            ))}
          </span>
        </Fact>
        {token.allowedOrigins.length > 0 && (
          <Fact term={texts.row.pages} isWide>
            {token.allowedOrigins.join(', ')}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full' : undefined}>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}

function RevokeButton({ token: { _id: id, name } }: { token: AccessTokenView }) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = trpc.accessTokens.revoke.useMutation();
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-label={texts.row.revokeToken(name)}
        className="ml-auto"
        onClick={() => setIsAsking(true)}
      >
        {texts.row.revoke}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={texts.row.revokeQuestion(name)}
        description={texts.row.revokeHint}
        confirmLabel={texts.row.revoke}
        onConfirm={async () => {
          try {
            await revoke.mutateAsync({ id });
          } catch (error) {
            toast.failed(failureOf(error).message, { title: texts.failed });
            throw error;
          }
          toast.success(texts.row.revoked);
          await utils.accessTokens.list.invalidate();
        }}
      />
    </>
  );
}
