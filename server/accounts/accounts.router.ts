import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { notSignedIn } from '../errors.ts';
import { limit } from '../limit.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentCurrentUser } from './accounts.present.ts';
import { findAccountByEmail, findCurrentUser } from './accounts.queries.ts';
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
import { changePassword, resetPassword } from './passwords.ts';
import { signIn, signUp } from './sign-in.ts';

export const accountsRouter = router({
  signUp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-up', operationId: 'signUp' },
      errors: ['email-taken'],
      limits: ['sign-up'],
      accessTokens: 'rejected',
      summary: 'Create an account and sign in',
      message: 'Welcome to Gatherwell',
      example: { userType: 'individual', email: 'alice@example.org', password: 'correct horse' },
      secret: { input: ['password'], output: ['token'] },
    })
    .input(signUpInput)
    .output(signInOutput)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'sign-up', ctx.clientAddress);
      return signUp(ctx, input);
    }),

  signIn: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/sign-in', operationId: 'signIn' },
      errors: ['wrong-credentials'],
      limits: ['sign-in', 'sign-in-day', 'sign-in-address', 'sign-in-account', 'sign-in-device'],
      accessTokens: 'rejected',
      summary: 'Sign in',
      message: 'Welcome to Gatherwell',
      example: { email: 'maria@demo.gatherwell.example', password: 'gatherwell' },
      once: false,
    })
    .input(signInInput)
    .output(signInOutput)
    .mutation(({ ctx, input }) => signIn(ctx, input)),

  signOut: publicProcedure
    .meta({
      caller: 'signed-in',
      rest: { method: 'POST', path: '/auth/sign-out', operationId: 'signOut' },
      accessTokens: 'rejected',
      summary: 'End the session',
      message: 'You are signed out',
      once: false,
    })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      if (!ctx.viewer) throw notSignedIn();
      const { id, userId } = ctx.viewer;
      await write(ctx, async (trx, effects) => {
        await ctx.ports.sessions.end(trx, id);
        audit(ctx, effects, { action: 'signed-out', subject: userId });
      });
      ctx.ports.events.notify([userId]);
      const blank = ctx.ports.sessions.blankCookie();
      if (blank) ctx.responseHeaders.append('set-cookie', blank);
      ctx.responseHeaders.set('clear-site-data', '"cache"');
      return null;
    }),

  me: publicProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/auth', operationId: 'getCurrentUser' },
      summary: 'Who is signed in, or null',
    })
    .output(currentUser.nullable())
    .query(async ({ ctx }) => {
      const row = ctx.viewer && (await findCurrentUser(ctx.db, ctx.viewer.userId));
      return row ? presentCurrentUser(row) : null;
    }),

  changePassword: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/auth/change-password', operationId: 'changePassword' },
      limits: ['change-password'],
      accessTokens: 'rejected',
      summary: 'Change the password; ends all other sessions and revokes access tokens',
      message: 'Your password changed',
      example: { oldPassword: 'correct horse', newPassword: 'battery staple' },
      secret: { input: ['oldPassword', 'newPassword'] },
    })
    .input(changePasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'change-password', ctx.viewer.userId);
      await changePassword(ctx, input);
      return null;
    }),

  recoverPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/recover-password', operationId: 'requestPasswordReset' },
      limits: ['recover-password'],
      accessTokens: 'rejected',
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
        audit(ctx, effects, { action: 'password-reset-requested', subject: { email: input.email } });
      });
      return null;
    }),

  resetPassword: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/auth/reset-password', operationId: 'resetPassword' },
      errors: ['reset-link-used'],
      limits: ['reset-password'],
      accessTokens: 'rejected',
      summary: 'Set a new password with the token from the mail; ends all sessions and revokes access tokens',
      message: 'Your password changed',
      secret: { input: ['token', 'newPassword'] },
    })
    .input(resetPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'reset-password', ctx.clientAddress);
      await resetPassword(ctx, input);
      return null;
    }),

  emailExists: publicProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/users/email/{emailAddress}', operationId: 'checkEmail' },
      limits: ['email-check-minute', 'email-check-day'],
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
