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

export function ForgotPasswordScreen() {
  const recover = trpc.accounts.recoverPassword.useMutation();
  const form = useSchemaForm(recoverPasswordInput, { email: '' });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await recover.mutateAsync(input);
      toast.success('Password reset email sent to your email');
    } catch (error) {
      toast.failed(showFailure(form, error), { title: 'Failed' });
    }
  });

  return (
    <AccountCard
      title="Forgot password"
      hint="Enter your email address and we’ll send you a link."
      footer={<Link to="/user/sign-in">Back to sign in</Link>}
    >
      <NeedsConnection deed="Sending the link" />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email"
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
            If this address has an account, the link is on its way. It works for 10 minutes.
          </p>
        )}
        <Button type="submit" size="lg" block loading={recover.isPending}>
          Send the link
        </Button>
      </form>
    </AccountCard>
  );
}
