import { v7 as uuid } from 'uuid';
import { audit } from '../audit/audit.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { conflict, notFound, notSignedIn } from '../errors.ts';
import { limit } from '../limit.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentAccessToken } from './access-tokens.present.ts';
import {
  findAccessTokens,
  insertAccessToken,
  lockTokens,
  revokeAccessToken,
} from './access-tokens.queries.ts';
import {
  accessTokenBounds,
  accessTokenInput,
  accessTokenList,
  accessTokenView,
  createAccessTokenInput,
  createdAccessToken,
  tokenPrefix,
} from './access-tokens.schema.ts';

/** A token can neither make nor see others: what it may do ends with it. */
const ownProcedure = signedInProcedure.meta({ accessTokens: 'rejected' });

const day = 24 * 60 * 60 * 1000;

export const accessTokensRouter = router({
  list: ownProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/access-tokens', operationId: 'listAccessTokens' },
      summary: 'The caller’s personal access tokens, without the tokens themselves',
    })
    .output(accessTokenList)
    .query(async ({ ctx }) => {
      const now = new Date();
      const rows = await findAccessTokens(ctx.db, { userId: ctx.viewer.userId, now });
      return { items: rows.map((row) => presentAccessToken(row, now)) };
    }),

  create: ownProcedure
    .meta({
      rest: { method: 'POST', path: '/access-tokens', operationId: 'createAccessToken' },
      errors: ['too-many-tokens'],
      limits: ['access-tokens'],
      summary: 'Make a personal access token, with which a program calls the API',
      description:
        'Send it as `Authorization: Bearer gw_…`. It is returned only here. At most 50 in force (409). A change of the password revokes all. With an Idempotency-Key that was used already the response is a 409 (`told-once`).',
      message: 'Your token was created',
      example: { name: 'Newsletter', scopes: ['read'], expiresInDays: 90 },
      secret: { output: ['token'] },
    })
    .input(createAccessTokenInput)
    .output(createdAccessToken)
    .mutation(async ({ ctx, input: { name, scopes, expiresInDays, allowedOrigins } }) => {
      const { userId, id: sessionId } = ctx.viewer;
      await limit(ctx, 'access-tokens', userId);
      return write(ctx, async (trx, effects) => {
        const now = new Date();
        const { is_in_force, count } = await lockTokens(trx, { userId, sessionId, now });
        // A password that was changed meanwhile has ended the session and revoked what there was.
        if (!is_in_force) throw notSignedIn();
        if (Number(count) >= accessTokenBounds.inForce)
          throw conflict(
            'too-many-tokens',
            `You have ${accessTokenBounds.inForce} tokens in force, which is the most. Revoke one first.`,
          );
        const token = `${tokenPrefix}${randomToken()}`;
        const row = await insertAccessToken(trx, {
          id: uuid(),
          user_id: userId,
          name,
          hash: sha256(token),
          last_four: token.slice(-4),
          scopes,
          allowed_origins: allowedOrigins,
          created_at: now,
          expires_at: new Date(now.getTime() + expiresInDays * day),
        });
        const details = { tokenId: row.id, scopes, expiresInDays };
        audit(ctx, effects, { action: 'access-token-created', subject: userId, details });
        return { ...presentAccessToken(row, now), token };
      });
    }),

  revoke: ownProcedure
    .meta({
      rest: { method: 'DELETE', path: '/access-tokens/{id}', operationId: 'revokeAccessToken' },
      summary: 'Revoke a personal access token',
      description: 'It stops working at once, and its streams end. Again, it changes nothing.',
      message: 'Your token was revoked',
    })
    .input(accessTokenInput)
    .output(accessTokenView)
    .mutation(async ({ ctx, input: { id } }) => {
      const { userId } = ctx.viewer;
      const now = new Date();
      const row = await write(ctx, async (trx, effects) => {
        const revoked = await revokeAccessToken(trx, { id, userId, now });
        // One that was revoked before keeps that time.
        if (revoked?.revoked_at?.getTime() === now.getTime())
          audit(ctx, effects, { action: 'access-token-revoked', subject: userId, details: { tokenId: id } });
        return revoked;
      });
      if (!row) throw notFound();
      // Streams look whether they may go on.
      ctx.ports.events.notify([userId]);
      return presentAccessToken(row, now);
    }),
});
