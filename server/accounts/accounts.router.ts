import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { badField, conflict, notSignedIn, Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import type { Session } from '../ports.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { complaints } from '../validation.schema.ts';
import { coinsOf } from '../wallet/coins.ts';
import { write } from '../write.ts';
import { presentCurrentUser } from './accounts.present.ts';
import {
  findAccountByEmail,
  findCurrentUser,
  findPasswordHash,
  findServerSecret,
  insertAccount,
  lockAccountOfReset,
  lockPassword,
  takePasswordReset,
  updatePassword,
} from './accounts.queries.ts';
import {
  changePasswordInput,
  currentUser,
  emailExistsInput,
  recoverPasswordInput,
  resetPasswordInput,
  signInInput,
  signInOutput,
  signUpInput,
} from './accounts.schema.ts';
import { type DeviceAccount, findDeviceMark, markDevice } from './known-devices.ts';

export const accountsRouter = router({
  signUp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-up' },
      summary: 'Create an account and sign in',
      message: 'Welcome to Gatherwell',
      example: { userType: 'individual', email: 'alice@example.org', password: 'correct horse' },
      secret: { input: ['password'], output: ['token'] },
    })
    .input(signUpInput)
    .output(signInOutput)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'sign-up', ctx.clientAddress);
      const passwordHash = await ctx.ports.passwords.hash(input.password);
      const { email, userType } = input;
      const coins = coinsOf(ctx.settings).atStart;
      const createdAt = ctx.ports.clock.now();
      const account = { id: uuid(), userType, email, passwordHash, createdAt, coins };
      const created = await write(ctx, (trx) => insertAccount(trx, account));
      if (!created)
        throw new Refusal('CONFLICT', 'email-taken', complaints.emailTaken, {
          fields: { email: complaints.emailTaken },
        });
      return startSession(ctx, { id: account.id, password_hash: passwordHash, password_changed_at: null });
    }),

  signIn: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-in' },
      summary: 'Sign in',
      message: 'Welcome to Gatherwell',
      example: { email: 'maria@demo.gatherwell.example', password: 'gatherwell' },
      once: false,
    })
    .input(signInInput)
    .output(signInOutput)
    .mutation(async ({ ctx, input }) => {
      const clearLimits = await limitSignIn(ctx, input.email);
      const account = await findAccountByEmail(ctx.db, input.email);
      // An unknown address costs one verification too, so that the response time reveals nothing.
      const matches = await ctx.ports.passwords.verify(
        account?.password_hash ?? (await someHash(ctx)),
        input.password,
      );
      if (!account || !matches) throw wrongCredentials();
      const signedIn = await startSession(ctx, account);
      await clearLimits();
      return signedIn;
    }),

  signOut: publicProcedure
    .meta({
      caller: 'signed-in',
      rest: { method: 'POST', path: '/auth/sign-out' },
      summary: 'End the session',
      message: 'You are signed out',
      once: false,
    })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      if (!ctx.viewer) throw notSignedIn();
      await ctx.ports.sessions.end(ctx.db, ctx.viewer.id);
      ctx.ports.events.ring([ctx.viewer.userId]);
      const blank = ctx.ports.sessions.blankCookie();
      if (blank) ctx.responseHeaders.append('set-cookie', blank);
      ctx.responseHeaders.set('clear-site-data', '"cache"');
      return null;
    }),

  me: publicProcedure
    .meta({ rest: { method: 'GET', path: '/auth' }, summary: 'Who is signed in, or null' })
    .output(currentUser.nullable())
    .query(async ({ ctx }) => {
      const row = ctx.viewer && (await findCurrentUser(ctx.db, ctx.viewer.userId));
      return row ? presentCurrentUser(row) : null;
    }),

  changePassword: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/auth/change-password' },
      summary: 'Change the password; ends all other sessions',
      message: 'Your password changed',
      example: { oldPassword: 'correct horse', newPassword: 'battery staple' },
      secret: { input: ['oldPassword', 'newPassword'] },
    })
    .input(changePasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'change-password', ctx.viewer.userId);
      const known = await findPasswordHash(ctx.db, ctx.viewer.userId);
      if (!known || !(await ctx.ports.passwords.verify(known.password_hash, input.oldPassword)))
        throw badField('oldPassword', 'The old password is wrong.');
      const { userId } = ctx.viewer;
      const to = await ctx.ports.passwords.hash(input.newPassword);
      const changedAt = await write(ctx, async (trx) => {
        const now = await ctx.ports.clock.shared(trx);
        // Who has reset the password meanwhile is not to lose it again to whoever knew the old one.
        if (!(await updatePassword(trx, { userId, from: known.password_hash, to, now })))
          throw badField('oldPassword', 'The old password is wrong.');
        await ctx.ports.sessions.endAll(trx, userId, ctx.viewer.id);
        return now;
      });
      ctx.ports.events.ring([userId]);
      await rememberDevice(ctx, { id: userId, passwordChangedAt: changedAt });
      return null;
    }),

  recoverPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/recover-password' },
      summary: 'Ask for a mail with a link that resets the password',
      description: 'The response and its time are the same whether or not the address has an account.',
      message: 'Password reset email sent to your email',
      example: { email: 'alice@example.org' },
    })
    .input(recoverPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'recover-password', `address:${ctx.clientAddress}`);
      await limit(ctx, 'recover-password', `account:${input.email}`);
      // Everything that an account would cost happens in the job, so known and unknown addresses take the same.
      await write(ctx, async (trx, effects) => {
        const askedAt = (await ctx.ports.clock.shared(trx)).toISOString();
        effects.job({ name: 'recover-password', payload: { ...input, askedAt } });
      });
      return null;
    }),

  resetPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/reset-password' },
      summary: 'Set a new password with the token from the mail; ends all sessions',
      message: 'Your password changed',
      secret: { input: ['token', 'newPassword'] },
    })
    .input(resetPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'reset-password', ctx.clientAddress);
      const tokenHash = sha256(input.token);
      const to = await ctx.ports.passwords.hash(input.newPassword);
      const account = await write(ctx, async (trx) => {
        await lockAccountOfReset(trx, tokenHash);
        const reset = await takePasswordReset(trx, tokenHash, ctx.ports.clock.now());
        if (!reset)
          throw conflict(
            'reset-link-used',
            'This link was used already or is too old. Please ask for a new one.',
          );
        const now = await ctx.ports.clock.shared(trx);
        await updatePassword(trx, { userId: reset.user_id, to, now });
        await ctx.ports.sessions.endAll(trx, reset.user_id);
        return { id: reset.user_id, passwordChangedAt: now };
      });
      ctx.ports.events.ring([account.id]);
      // Who reads the account's mail is its owner: the way in for owners whom others keep from signing in.
      await rememberDevice(ctx, account);
      return null;
    }),

  emailExists: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/users/email/{emailAddress}' },
      summary: 'Whether an address already has an account, so that sign-up can report it',
      description: '10 a minute and 100 a day for each network address.',
      example: { emailAddress: 'alice@example.org' },
    })
    .input(emailExistsInput)
    .output(z.object({ emailExists: z.boolean() }))
    .query(async ({ ctx, input }) => {
      await limit(ctx, 'email-check-minute', ctx.clientAddress);
      await limit(ctx, 'email-check-day', ctx.clientAddress);
      return { emailExists: (await findAccountByEmail(ctx.db, input.emailAddress)) !== undefined };
    }),
});

interface CheckedAccount {
  id: string;
  /** The hash that the password was checked against. */
  password_hash: string;
  password_changed_at: Date | null;
}

/** Starts a session, unless the password was changed since it was checked: that has ended all sessions. */
async function startSession(ctx: Context, account: CheckedAccount): Promise<z.infer<typeof signInOutput>> {
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

/** Lets a browser be known to an account from now on. */
async function rememberDevice(ctx: Context, account: DeviceAccount): Promise<void> {
  const secret = await findServerSecret(ctx.db, 'known-devices');
  const now = ctx.ports.clock.now();
  const cookie = ctx.ports.sessions.knownDeviceCookie(
    markDevice({ cookie: ctx.knownDevice, account, secret, now }),
  );
  if (cookie) ctx.responseHeaders.append('set-cookie', cookie);
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
