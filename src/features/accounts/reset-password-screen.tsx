import { useNavigate } from '@tanstack/react-router';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import { resetPasswordForm } from './account-forms.ts';

export function ResetPasswordScreen({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = trpc.accounts.resetPassword.useMutation();
  const form = useSchemaForm(resetPasswordForm, { newPassword: '', confirmPassword: '' });
  const { errors, touchedFields } = form.formState;

  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      await reset.mutateAsync({ token, newPassword });
      toast.success('Your password changed');
      await navigate({ to: '/user/sign-in' });
    } catch (error) {
      toast.failed(showFailure(form, error), { title: 'Failed' });
    }
  });

  return (
    <AccountCard
      title="Reset password"
      hint="Choose a new password. You are then signed out everywhere."
      footer={<Link to="/user/forgot-password">Ask for another link</Link>}
    >
      <NeedsConnection deed="Resetting the password" />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          help="At least 6 characters."
          error={errors.newPassword?.message}
          {...form.register('newPassword', {
            deps: touchedFields.confirmPassword ? ['confirmPassword'] : [],
          })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" size="lg" block loading={reset.isPending}>
          Set the new password
        </Button>
      </form>
    </AccountCard>
  );
}
