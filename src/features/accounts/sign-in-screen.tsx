import { useRouter } from '@tanstack/react-router';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { AccountCard } from './account-card.tsx';
import { IntentNotice } from './intent-notice.tsx';
import { KeptWorkNotice } from './kept-work-notice.tsx';
import { homeOf, signInWith } from './sign-in.ts';

const signInInput = async () => (await import('#server/accounts/accounts.schema.ts')).signInInput;

export function SignInScreen({ next }: { next: string | undefined }) {
  const router = useRouter();
  const signIn = trpc.accounts.signIn.useMutation();
  const form = useSchemaForm(signInInput, { email: '', password: '' });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      const { user } = await signInWith(() => signIn.mutateAsync(input), next);
      router.history.push(homeOf(user, next));
    } catch (error) {
      showFailure(form, error);
    }
  });

  return (
    <AccountCard
      title="Sign in"
      hint="Good to see you again."
      footer={
        <>
          New here?{' '}
          <Link to="/user/sign-up" search={next === undefined ? {} : { next }}>
            Create an account
          </Link>
        </>
      }
    >
      <NeedsConnection deed="Signing in" />
      <IntentNotice next={next} />
      <KeptWorkNotice />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" size="lg" block loading={signIn.isPending}>
          Sign in
        </Button>
        <Link to="/user/forgot-password" className="self-center text-sm">
          Forgot your password?
        </Link>
      </form>
    </AccountCard>
  );
}
