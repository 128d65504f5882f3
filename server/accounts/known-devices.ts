import { keyedHash, randomToken } from '../crypto.ts';

/** For so many days a browser that signed in to an account is known to it. */
export const knownDeviceDays = 180;

/** A browser remembers so many accounts: families share one. */
const mostAccounts = 5;

const dayMs = 24 * 60 * 60 * 1000;

/** An account that a browser may have signed in to, as far as this needs to know it. */
export interface DeviceAccount {
  id: string;
  /** Forgets the browsers that signed in before. */
  passwordChangedAt: Date | null;
}

interface Check {
  /** What the browser sent. */
  cookie: string | undefined;
  account: DeviceAccount;
  /** The key, which only this installation's processes have. */
  secret: string;
  now: Date;
}

/**
 * Returns the mark that a browser got when it signed in to this account, if it has one. The marks of all accounts
 * look alike, so that a cookie does not reveal whose it is. A mark opens nothing: it only counts a browser's attempts
 * apart from those of strangers.
 */
export function findDeviceMark({ cookie, account, secret, now }: Check): string | undefined {
  return marksIn(cookie).find((mark) => {
    const [issued = '', nonce = '', hash = ''] = mark.split('.');
    const issuedAt = Number.parseInt(issued, 36);
    const oldest = Math.max(
      account.passwordChangedAt?.getTime() ?? 0,
      now.getTime() - knownDeviceDays * dayMs,
    );
    return issuedAt >= oldest && isSame(hash, hashOf(secret, account.id, issued, nonce));
  });
}

/** Returns what the browser keeps from now on: a new mark for this account, and those of others. */
export function markDevice(check: Check): string {
  const { cookie, account, secret, now } = check;
  // The instant of a password change, where that was just now by the database's clock and not yet by this one.
  const issuedAt = Math.max(now.getTime(), account.passwordChangedAt?.getTime() ?? 0);
  const issued = issuedAt.toString(36);
  const nonce = randomToken().slice(0, 16);
  const replaced = findDeviceMark(check);
  const others = marksIn(cookie).filter((mark) => mark !== replaced);
  return [`${issued}.${nonce}.${hashOf(secret, account.id, issued, nonce)}`, ...others]
    .slice(0, mostAccounts)
    .join('~');
}

const marksIn = (cookie: string | undefined) => cookie?.split('~').slice(0, mostAccounts) ?? [];

const hashOf = (secret: string, userId: string, issued: string, nonce: string) =>
  keyedHash(secret, JSON.stringify([userId, issued, nonce]));

/** Compares in constant time, which does not reveal where two texts begin to differ. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
