import type { Selectable } from 'kysely';
import type { AccessTokensTable } from '#db/tables/access-tokens.ts';
import { type AccessTokenView, tokenPrefix } from './access-tokens.schema.ts';

type Row = Omit<Selectable<AccessTokensTable>, 'user_id' | 'hash'>;

/** A token as its owner sees it. */
export function presentAccessToken(row: Row, now: Date): AccessTokenView {
  return {
    _id: row.id,
    name: row.name,
    prefix: tokenPrefix,
    lastFour: row.last_four,
    scopes: row.scopes,
    allowedOrigins: row.allowed_origins,
    state: row.revoked_at ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
