import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { audit, auditRejected } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { randomToken } from '../crypto.ts';
import { notSignedIn, Refusal, tooOften } from '../errors.ts';
import type { LimitName, Session } from '../ports.ts';
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
  const created = await write(ctx, async (trx, effects) => {
    const isNew = await insertAccount(trx, account);
    if (isNew)
      audit(ctx, effects, {
        action: 'account-created',
        actorId: account.id,
        subject: account.id,
        details: { userType },
      });
    return isNew;
  });
  if (!created)
    throw new Refusal('CONFLICT', 'email-taken', validationMessages.emailTaken, {
      fields: { email: validationMessages.emailTaken },
    });
  const signedIn = await startSession(
    ctx,
    { id: account.id, password_hash: passwordHash, password_changed_at: null },
    { isSignIn: false },
  );
  if (!signedIn) throw wrongCredentials();
  return signedIn;
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
  const signedIn = account && matches ? await startSession(ctx, account, { isSignIn: true }) : undefined;
  if (!signedIn) {
    // Who it was is not known. An address without an account is not kept: it is somebody's, or a mistyped secret.
    await auditRejected(ctx, { action: 'sign-in-failed', actorId: null, subject: account?.id ?? null });
    throw wrongCredentials();
  }
  await clearLimits();
  return signedIn;
}

interface CheckedAccount {
  id: string;
  /** The hash that the password was checked against. */
  password_hash: string;
  password_changed_at: Date | null;
}

/**
 * Starts a session. Undefined where the password was changed since it was checked: that has ended all sessions.
 *
 * @param options `isSignIn`: false for the session that comes with a new account
 */
async function startSession(
  ctx: Context,
  account: CheckedAccount,
  { isSignIn }: { isSignIn: boolean },
): Promise<SignedIn | undefined> {
  const started = await write(ctx, async (trx, effects) => {
    const stored = await lockPassword(trx, account.id);
    if (stored?.password_hash !== account.password_hash) return undefined;
    if (isSignIn) audit(ctx, effects, { action: 'signed-in', actorId: account.id, subject: account.id });
    return ctx.ports.sessions.start(trx, account.id);
  });
  if (!started) return undefined;
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
    await limitAttempt(ctx, email, 'sign-in-device', mark);
    return async () => {};
  }
  const pair = `${ctx.clientAddress} ${email}`;
  await limitAttempt(ctx, email, 'sign-in-address', ctx.clientAddress);
  await limitAttempt(ctx, email, 'sign-in', pair);
  await limitAttempt(ctx, email, 'sign-in-day', pair);
  await limitAttempt(ctx, email, 'sign-in-account', email);
  return () => ctx.ports.limits.forget('sign-in-day', pair);
}

/** Counts an attempt, or rejects it. Records the first that a limit rejects in five minutes. */
async function limitAttempt(ctx: Context, email: string, name: LimitName, key: string): Promise<void> {
  const wait = await ctx.ports.limits.consume(name, key);
  if (wait === 0) return;
  // Other rejected attempts run no statement: an attacker must not be able to fill the log.
  if ((await ctx.ports.limits.consume('sign-in-audit', `${name} ${key}`)) === 0)
    await auditRejected(ctx, {
      action: 'sign-in-limited',
      actorId: null,
      subject: { email },
      details: { limit: name },
    });
  throw tooOften(wait);
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
