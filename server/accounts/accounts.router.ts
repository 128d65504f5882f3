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
  insertAccount,
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

export const accountsRouter = router({
  signUp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-up' },
      summary: 'Create an account and sign in',
      message: 'Welcome to Gatherwell',
      example: { userType: 'individual', email: 'alice@example.org', password: 'correct horse' },
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
      return startSession(ctx, account.id);
    }),

  signIn: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-in' },
      summary: 'Sign in',
      message: 'Welcome to Gatherwell',
      example: { email: 'maria@demo.gatherwell.example', password: 'gatherwell' },
    })
    .input(signInInput)
    .output(signInOutput)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'sign-in', `address:${ctx.clientAddress}`);
      await limit(ctx, 'sign-in', `account:${input.email}`);
      const account = await findAccountByEmail(ctx.db, input.email);
      // An unknown address costs one verification too, so that time tells nothing.
      const matches = await ctx.ports.passwords.verify(
        account?.password_hash ?? (await someHash(ctx)),
        input.password,
      );
      if (!account || !matches)
        throw new Refusal('UNAUTHORIZED', 'wrong-credentials', 'Email or password is wrong.');
      return startSession(ctx, account.id);
    }),

  signOut: publicProcedure
    .meta({
      caller: 'signed-in',
      rest: { method: 'POST', path: '/auth/sign-out' },
      summary: 'End the session',
      message: 'You are signed out',
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
    })
    .input(changePasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'sign-in', `account:${ctx.viewer.userId}`);
      const known = await findPasswordHash(ctx.db, ctx.viewer.userId);
      if (!known || !(await ctx.ports.passwords.verify(known.password_hash, input.oldPassword)))
        throw badField('oldPassword', 'The old password is wrong.');
      const passwordHash = await ctx.ports.passwords.hash(input.newPassword);
      await write(ctx, async (trx) => {
        await updatePassword(trx, ctx.viewer.userId, passwordHash);
        await ctx.ports.sessions.endAll(trx, ctx.viewer.userId, ctx.viewer.id);
      });
      ctx.ports.events.ring([ctx.viewer.userId]);
      return null;
    }),

  recoverPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/recover-password' },
      summary: 'Ask for a mail with a link that resets the password',
      description: 'The answer and its time are the same whether or not the address has an account.',
      message: 'Password reset email sent to your email',
      example: { email: 'alice@example.org' },
    })
    .input(recoverPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'recover-password', `address:${ctx.clientAddress}`);
      await limit(ctx, 'recover-password', `account:${input.email}`);
      // Everything that an account would cost happens in the job, so known and unknown addresses take the same.
      await write(ctx, async (_trx, effects) => effects.job({ name: 'recover-password', payload: input }));
      return null;
    }),

  resetPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/reset-password' },
      summary: 'Set a new password with the token from the mail; ends all sessions',
      message: 'Your password changed',
    })
    .input(resetPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'reset-password', ctx.clientAddress);
      const tokenHash = sha256(input.token);
      const passwordHash = await ctx.ports.passwords.hash(input.newPassword);
      const userId = await write(ctx, async (trx) => {
        const reset = await takePasswordReset(trx, tokenHash, ctx.ports.clock.now());
        if (!reset)
          throw conflict(
            'reset-link-used',
            'This link was used already or is too old. Please ask for a new one.',
          );
        await updatePassword(trx, reset.user_id, passwordHash);
        await ctx.ports.sessions.endAll(trx, reset.user_id);
        return reset.user_id;
      });
      ctx.ports.events.ring([userId]);
      return null;
    }),

  emailExists: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/users/email/{emailAddress}' },
      summary: 'Whether an address already has an account, so that sign-up can say so',
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

async function startSession(ctx: Context, userId: string): Promise<z.infer<typeof signInOutput>> {
  const { token, session } = await ctx.ports.sessions.start(ctx.db, userId);
  const cookie = ctx.ports.sessions.cookieFor(token);
  if (cookie) ctx.responseHeaders.append('set-cookie', cookie);
  return { token, user: await loadUser(ctx, session) };
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
