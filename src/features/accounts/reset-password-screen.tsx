import { useNavigate } from '@tanstack/react-router';
import { trpc } from '#src/app/api.ts';
import { useSchemaForm } from '#src/app/form.ts';
import { useNoteScreen } from '#src/app/still-here.ts';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { toast } from '#src/components/toast.ts';
import { AccountCard } from './account-card.tsx';
import { resetPasswordForm } from './account-forms.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import * as texts from './texts.ts';

export function ResetPasswordScreen({ token }: { token: string }) {
  const navigate = useNavigate();
  const noteScreen = useNoteScreen();
  const reset = trpc.accounts.resetPassword.useMutation();
  const form = useSchemaForm(resetPasswordForm, { newPassword: '', confirmPassword: '' });
  return (
    <AccountCard
      title={texts.resetPassword}
      hint={texts.resetPasswordHint}
      footer={<Link to="/user/forgot-password">{texts.requestAnotherLink}</Link>}
    >
      <NeedsConnection deed={texts.resettingThePassword} />
      <NewPasswordForm
        form={form}
        onSave={async ({ newPassword }) => {
          const isStillHere = noteScreen();
          await reset.mutateAsync({ token, newPassword });
          toast.success(texts.passwordChanged);
          if (isStillHere()) await navigate({ to: '/user/sign-in' });
        }}
        isSaving={reset.isPending}
        label={texts.setNewPassword}
      />
    </AccountCard>
  );
}
