import { MailCheck } from 'lucide-react';
import { recoverPasswordInput } from '#server/accounts/accounts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import * as texts from './texts.ts';

export function ForgotPasswordScreen() {
  const recover = trpc.accounts.recoverPassword.useMutation();
  const form = useSchemaForm(recoverPasswordInput, { email: '' });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await recover.mutateAsync(input);
      toast.success(texts.resetEmailSent);
    } catch (error) {
      toast.failed(showFailure(form, error), { title: texts.failed });
    }
  });

  return (
    <AccountCard
      title={texts.forgotPassword}
      hint={texts.forgotPasswordHint}
      footer={<Link to="/user/sign-in">{texts.backToSignIn}</Link>}
    >
      <NeedsConnection deed={texts.sendingTheLink} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <FormError message={errors.root?.message} />
        {recover.isSuccess && (
          <p className="flex items-start gap-2.5 rounded-md bg-success-soft px-4 py-3 text-sm text-success-ink">
            <MailCheck aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            {texts.linkIsOnItsWay}
          </p>
        )}
        <Button type="submit" size="lg" block loading={recover.isPending}>
          {texts.sendTheLink}
        </Button>
      </form>
    </AccountCard>
  );
}
