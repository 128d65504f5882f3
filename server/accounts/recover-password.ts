import type { Deps } from '../context.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { findAccountByEmail, insertPasswordReset } from './accounts.queries.ts';

/** How long a reset link works, in minutes. */
const resetMinutes = 10;

/**
 * Mails a link that resets the password, where the address has an account. The token's life starts when the mail
 * is made; only its hash is kept.
 */
export async function recoverPassword({ db, ports, settings }: Deps, { email }: { email: string }) {
  const account = await findAccountByEmail(db, email);
  if (!account) return;
  const token = randomToken();
  const reset = {
    tokenHash: sha256(token),
    userId: account.id,
    expiresAt: new Date(ports.clock.now().getTime() + resetMinutes * 60_000),
  };
  await db.transaction().execute((trx) => insertPasswordReset(trx, reset));
  await ports.mailer.send({
    to: email,
    subject: 'Reset your Gatherwell password',
    text: [
      'Somebody asked to reset the password of your Gatherwell account.',
      `If it was you, open this link within ${resetMinutes} minutes:`,
      `${settings.publicUrl}/user/reset-password/${token}`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ].join('\n\n'),
  });
}
