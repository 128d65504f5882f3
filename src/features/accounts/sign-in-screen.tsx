import { useRouter } from '@tanstack/react-router';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { fill } from '#src/lib/fill.ts';
import { AccountCard } from './account-card.tsx';
import { IntentNotice } from './intent-notice.tsx';
import { KeptWorkNotice } from './kept-work-notice.tsx';
import { homeOf, signInWith } from './sign-in.ts';
import * as texts from './texts.ts';

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
      title={texts.signIn}
      hint={texts.signInHint}
      footer={fill(texts.newHere, {
        createAnAccount: (
          <Link to="/user/sign-up" search={next === undefined ? {} : { next }}>
            {texts.createAnAccount}
          </Link>
        ),
      })}
    >
      <NeedsConnection deed={texts.signingIn} />
      <IntentNotice next={next} />
      <KeptWorkNotice />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" size="lg" block loading={signIn.isPending}>
          {texts.signIn}
        </Button>
        <Link to="/user/forgot-password" className="self-center text-sm">
          {texts.forgotYourPassword}
        </Link>
      </form>
    </AccountCard>
  );
}
