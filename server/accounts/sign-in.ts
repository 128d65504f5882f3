import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { randomToken } from '../crypto.ts';
import { notSignedIn, Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import type { Session } from '../ports.ts';
import { validationMessages } from '../validation.schema.ts';
import { coinsOf } from '../wallet/coins.ts';
import { write } from '../write.ts';
import { presentCurrentUser } from './accounts.present.ts';
import {
  findAccountByEmail,
  findCurrentUser,
  findServerSecret,
  insertAccount,
  lockPassword,
} from './accounts.queries.ts';
import type { signInInput, signInOutput, signUpInput } from './accounts.schema.ts';
import { findDeviceMark } from './known-devices.ts';
import { rememberDevice } from './remember-device.ts';

type SignedIn = z.infer<typeof signInOutput>;

/** Creates an account and starts its first session. Throws a conflict where the address has an account. */
export async function signUp(
  ctx: Context,
  { email, userType, password }: z.output<typeof signUpInput>,
): Promise<SignedIn> {
  const passwordHash = await ctx.ports.passwords.hash(password);
  const coins = coinsOf(ctx.settings).atStart;
  const createdAt = ctx.ports.clock.now();
  const account = { id: uuid(), userType, email, passwordHash, createdAt, coins };
  const created = await write(ctx, (trx) => insertAccount(trx, account));
  if (!created)
    throw new Refusal('CONFLICT', 'email-taken', validationMessages.emailTaken, {
      fields: { email: validationMessages.emailTaken },
    });
  return startSession(ctx, { id: account.id, password_hash: passwordHash, password_changed_at: null });
}

/** Starts a session for who knows an account's password. Throws the same for a wrong password and an unknown address. */
export async function signIn(
  ctx: Context,
  { email, password }: z.output<typeof signInInput>,
): Promise<SignedIn> {
  const clearLimits = await limitSignIn(ctx, email);
  const account = await findAccountByEmail(ctx.db, email);
  // An unknown address costs one verification too, so that the response time reveals nothing.
  const hash = account?.password_hash ?? (await someHash(ctx));
  const matches = await ctx.ports.passwords.verify(hash, password);
  if (!account || !matches) throw wrongCredentials();
  const signedIn = await startSession(ctx, account);
  await clearLimits();
  return signedIn;
}

interface CheckedAccount {
  id: string;
  /** The hash that the password was checked against. */
  password_hash: string;
  password_changed_at: Date | null;
}

/** Starts a session, unless the password was changed since it was checked: that has ended all sessions. */
async function startSession(ctx: Context, account: CheckedAccount): Promise<SignedIn> {
  const started = await write(ctx, async (trx) => {
    const stored = await lockPassword(trx, account.id);
    if (stored?.password_hash !== account.password_hash) throw wrongCredentials();
    return ctx.ports.sessions.start(trx, account.id);
  });
  const cookie = ctx.ports.sessions.cookieFor(started.cookieToken);
  if (cookie) ctx.responseHeaders.append('set-cookie', cookie);
  await rememberDevice(ctx, { id: account.id, passwordChangedAt: account.password_changed_at });
  return { token: started.token, user: await loadUser(ctx, started.session) };
}

const wrongCredentials = () =>
  new Refusal('UNAUTHORIZED', 'wrong-credentials', 'Email or password is wrong.');

/**
 * Counts an attempt to sign in, or rejects it. Attempts of a device that has signed in to the account before count by
 * themselves, so that nobody else's can keep it out. All others count by account and address together, by address,
 * and by account: so often from anywhere, that one is slowed down and not shut out. Known and unknown accounts count
 * alike. Returns what takes the day's count back where the attempt succeeds.
 */
async function limitSignIn(ctx: Context, email: string): Promise<() => Promise<void>> {
  const mark = ctx.knownDevice && (await findMark(ctx, email));
  if (mark) {
    await limit(ctx, 'sign-in-device', mark);
    return async () => {};
  }
  const pair = `${ctx.clientAddress} ${email}`;
  await limit(ctx, 'sign-in-address', ctx.clientAddress);
  await limit(ctx, 'sign-in', pair);
  await limit(ctx, 'sign-in-day', pair);
  await limit(ctx, 'sign-in-account', email);
  return () => ctx.ports.limits.forget('sign-in-day', pair);
}

/** Costs the same for known and unknown accounts. */
async function findMark(ctx: Context, email: string): Promise<string | undefined> {
  const secret = await findServerSecret(ctx.db, 'known-devices');
  const found = await findAccountByEmail(ctx.db, email);
  const account = { id: found?.id ?? '', passwordChangedAt: found?.password_changed_at ?? null };
  return findDeviceMark({ cookie: ctx.knownDevice, account, secret, now: ctx.ports.clock.now() });
}

async function loadUser(ctx: Context, session: Session) {
  const row = await findCurrentUser(ctx.db, session.userId);
  if (!row) throw notSignedIn();
  return presentCurrentUser(row);
}

/** A hash that no password matches, made with the same cost as the real ones. */
let unmatched: Promise<string> | undefined;
function someHash(ctx: Context): Promise<string> {
  unmatched ??= ctx.ports.passwords.hash(randomToken());
  return unmatched;
}
