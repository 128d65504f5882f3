import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { useSchemaForm } from '#src/app/form.ts';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import { changePasswordForm } from './account-forms.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import * as texts from './texts.ts';

interface ChangePasswordScreenProps {
  /** Shown once the password is changed: what else the reader may want to change. */
  afterChange: ReactNode;
}

export function ChangePasswordScreen({ afterChange }: ChangePasswordScreenProps) {
  const change = trpc.accounts.changePassword.useMutation();
  const form = useSchemaForm(changePasswordForm, { oldPassword: '', newPassword: '', confirmPassword: '' });
  return (
    <AccountCard title={texts.changePassword} hint={texts.changePasswordHint}>
      <NeedsConnection deed={texts.changingThePassword} />
      {change.isSuccess && afterChange}
      <NewPasswordForm
        form={form}
        onSave={async ({ oldPassword, newPassword }) => {
          await change.mutateAsync({ oldPassword, newPassword });
          form.reset();
          toast.success(texts.passwordChanged);
        }}
        isSaving={change.isPending}
        label={texts.changePassword}
      >
        <PasswordField
          label={texts.oldPassword}
          autoComplete="current-password"
          required
          error={form.formState.errors.oldPassword?.message}
          {...form.register('oldPassword')}
        />
      </NewPasswordForm>
    </AccountCard>
  );
}
