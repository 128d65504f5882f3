import type { z } from 'zod';
import { revokeAccessTokens } from '../access-tokens/access-tokens.queries.ts';
import { audit, auditRejected } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../crypto.ts';
import { badField, conflict } from '../errors.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import {
  findPasswordHash,
  lockAccountOfReset,
  takePasswordReset,
  updatePassword,
} from './accounts.queries.ts';
import type { changePasswordInput, resetPasswordInput } from './accounts.schema.ts';
import { rememberDevice } from './remember-device.ts';

/** Changes the viewer's password, ends all other sessions and revokes access tokens. Throws where the old one is wrong. */
export async function changePassword(
  ctx: SignedInContext,
  { oldPassword, newPassword }: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { userId } = ctx.viewer;
  const known = await findPasswordHash(ctx.db, userId);
  if (!known || !(await ctx.ports.passwords.verify(known.password_hash, oldPassword)))
    throw await wrongOldPassword(ctx);
  const to = await ctx.ports.passwords.hash(newPassword);
  const changedAt = await write(ctx, async (trx, effects) => {
    const now = await ctx.ports.clock.shared(trx);
    // A password that was reset meanwhile must not be replaced by someone who knew the old one.
    if (!(await updatePassword(trx, { userId, from: known.password_hash, to, now }))) return undefined;
    await ctx.ports.sessions.endAll(trx, userId, ctx.viewer.id);
    await revokeAccessTokens(trx, userId, new Date());
    audit(ctx, effects, { action: 'password-changed', subject: userId });
    return now;
  });
  if (!changedAt) throw await wrongOldPassword(ctx);
  ctx.ports.events.notify([userId]);
  await rememberDevice(ctx, { id: userId, passwordChangedAt: changedAt });
}

/** Sets a new password with the token from the mail, ends all sessions and revokes access tokens. Throws where the token was used or is too old. */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: z.output<typeof resetPasswordInput>,
): Promise<void> {
  const tokenHash = sha256(token);
  const to = await ctx.ports.passwords.hash(newPassword);
  const account = await write(ctx, async (trx, effects) => {
    await lockAccountOfReset(trx, tokenHash);
    const reset = await takePasswordReset(trx, tokenHash, ctx.ports.clock.now());
    if (!reset)
      throw conflict(
        'reset-link-used',
        'This link has expired or was already used. Please request a new one.',
      );
    const now = await ctx.ports.clock.shared(trx);
    await updatePassword(trx, { userId: reset.user_id, to, now });
    await ctx.ports.sessions.endAll(trx, reset.user_id);
    await revokeAccessTokens(trx, reset.user_id, new Date());
    audit(ctx, effects, { action: 'password-reset', actorId: reset.user_id, subject: reset.user_id });
    return { id: reset.user_id, passwordChangedAt: now };
  });
  ctx.ports.events.notify([account.id]);
  // Who reads the account's mail is its owner: the way in for owners whom others keep from signing in.
  await rememberDevice(ctx, account);
}

/** Records that the old password was wrong, and returns what says so. */
async function wrongOldPassword(ctx: SignedInContext) {
  await auditRejected(ctx, { action: 'password-change-failed', subject: ctx.viewer.userId });
  return badField('oldPassword', 'The old password is wrong.');
}
