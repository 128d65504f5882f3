import type { Deps } from '../context.ts';
import { randomToken, sha256 } from '../crypto.ts';
import type { JobPayloads } from '../jobs.ts';
import { findAccountByEmail, insertPasswordReset, lockPassword } from './accounts.queries.ts';

/** How long a reset link works, in minutes. */
const resetMinutes = 10;

/**
 * Mails a link that resets the password, where the address has an account. The token's life starts when the mail
 * is made; only its hash is kept.
 */
export async function recoverPassword(
  { db, ports, settings }: Deps,
  { email, askedAt }: JobPayloads['recover-password'],
) {
  const account = await findAccountByEmail(db, email);
  if (!account) return;
  const token = randomToken();
  const reset = {
    tokenHash: sha256(token),
    userId: account.id,
    expiresAt: new Date(ports.clock.now().getTime() + resetMinutes * 60_000),
  };
  const isWanted = await db.transaction().execute(async (trx) => {
    const changedAt = (await lockPassword(trx, account.id))?.password_changed_at;
    // A user who has changed the password since has no use for the link, and an attacker who requested it would have.
    if (askedAt !== undefined && changedAt && new Date(askedAt) < changedAt) return false;
    await insertPasswordReset(trx, reset);
    return true;
  });
  if (!isWanted) return;
  await ports.mailer.send({
    to: email,
    subject: 'Reset your Gatherwell password',
    text: [
      'We received a request to reset the password of your Gatherwell account.',
      `If it was you, open this link within ${resetMinutes} minutes:`,
      `${settings.publicUrl}/user/reset-password/${token}`,
      'If it wasn’t you, you can ignore this email: your password stays the same.',
    ].join('\n\n'),
  });
}
