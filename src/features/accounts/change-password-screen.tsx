import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { useSchemaForm } from '#src/app/form.ts';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import { changePasswordForm } from './account-forms.ts';
import { NewPasswordForm } from './new-password-form.tsx';

interface ChangePasswordScreenProps {
  /** Shown once the password is changed: what else the reader may want to change. */
  afterChange: ReactNode;
}

export function ChangePasswordScreen({ afterChange }: ChangePasswordScreenProps) {
  const change = trpc.accounts.changePassword.useMutation();
  const form = useSchemaForm(changePasswordForm, { oldPassword: '', newPassword: '', confirmPassword: '' });
  return (
    <AccountCard title="Change password" hint="You’ll stay signed in here and be signed out everywhere else.">
      <NeedsConnection deed="Changing the password" />
      {change.isSuccess && afterChange}
      <NewPasswordForm
        form={form}
        onSave={async ({ oldPassword, newPassword }) => {
          await change.mutateAsync({ oldPassword, newPassword });
          form.reset();
          toast.success('Your password changed');
        }}
        isSaving={change.isPending}
        label="Change password"
      >
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          required
          error={form.formState.errors.oldPassword?.message}
          {...form.register('oldPassword')}
        />
      </NewPasswordForm>
    </AccountCard>
  );
}
