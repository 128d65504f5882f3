import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import { changePasswordForm } from './account-forms.ts';

interface ChangePasswordScreenProps {
  /** Shown once the password is changed: what else the viewer may want to change. */
  afterChange: ReactNode;
}

export function ChangePasswordScreen({ afterChange }: ChangePasswordScreenProps) {
  const change = trpc.accounts.changePassword.useMutation();
  const form = useSchemaForm(changePasswordForm, { oldPassword: '', newPassword: '', confirmPassword: '' });
  const { errors, touchedFields } = form.formState;

  const submit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    try {
      await change.mutateAsync({ oldPassword, newPassword });
      form.reset();
      toast.success('Your password changed');
    } catch (error) {
      toast.failed(showFailure(form, error), { title: 'Failed' });
    }
  });

  return (
    <AccountCard title="Change password" hint="You stay signed in here, and are signed out everywhere else.">
      <NeedsConnection deed="Changing the password" />
      {change.isSuccess && afterChange}
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          required
          error={errors.oldPassword?.message}
          {...form.register('oldPassword')}
        />
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
        <Button type="submit" size="lg" block loading={change.isPending}>
          Change password
        </Button>
      </form>
    </AccountCard>
  );
}
