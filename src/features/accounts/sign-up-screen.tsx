import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Building2, UserRound } from 'lucide-react';
import { memo } from 'react';
import { Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { validationMessages } from '#server/validation-messages.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { Link } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { Progress } from '#src/components/progress.tsx';
import { RadioCards } from '#src/components/radio-cards.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { fill } from '#src/lib/fill.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { AccountCard } from './account-card.tsx';
import { IntentNotice } from './intent-notice.tsx';
import { KeptWorkNotice } from './kept-work-notice.tsx';
import { signInWith } from './sign-in.ts';
import * as texts from './texts.ts';

const kinds = [
  { value: 'individual', label: texts.individual, help: texts.individualHelp, icon: <UserRound /> },
  { value: 'organization', label: texts.organization, help: texts.organizationHelp, icon: <Building2 /> },
] as const;

const signUpForm = async () => (await import('./account-forms.ts')).signUpForm;

type Schema = Awaited<ReturnType<typeof signUpForm>>;

export function SignUpScreen({ next }: { next: string | undefined }) {
  return (
    <AccountCard
      title={texts.signUp}
      hint={texts.signUpHint}
      progress={<Progress label={texts.signUpProgress} value={14} />}
      footer={fill(texts.alreadyHaveAnAccount, {
        signIn: (
          <Link to="/user/sign-in" search={next === undefined ? {} : { next }}>
            {texts.signIn}
          </Link>
        ),
      })}
    >
      <NeedsConnection deed={texts.signingUp} />
      <IntentNotice next={next} />
      <KeptWorkNotice />
      <SignUpForm next={next} />
    </AccountCard>
  );
}

function SignUpForm({ next }: { next: string | undefined }) {
  const form = useSchemaForm<z.input<Schema>, z.output<Schema>>(signUpForm, {
    userType: 'individual',
    email: '',
    password: '',
    confirmPassword: '',
    agreed: false,
  });
  return <SignUpFields form={form} next={next} />;
}

interface SignUpFieldsProps {
  form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;
  next: string | undefined;
}

/** By itself: the hook that makes the form renders a second time before anything is painted. */
const SignUpFields = memo(({ form, next }: SignUpFieldsProps) => {
  const router = useRouter();
  const signUp = trpc.accounts.signUp.useMutation();
  const { errors, touchedFields } = useFormState(form);
  const emailTaken = useEmailTaken(useWatch({ control: form.control, name: 'email' }));

  const submit = form.handleSubmit(async ({ userType, email, password }) => {
    if (emailTaken) return form.setFocus('email');
    try {
      await signInWith(() => signUp.mutateAsync({ userType, email, password }), next);
      router.history.push(`/complete/${userType}/basic-info`);
    } catch (error) {
      showFailure(form, error);
    }
    return undefined;
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Controller
        control={form.control}
        name="userType"
        render={({ field }) => (
          <RadioCards
            label={texts.signingUpAs}
            options={kinds}
            value={field.value}
            onValueChange={field.onChange}
            error={errors.userType?.message}
          />
        )}
      />
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message ?? (emailTaken ? validationMessages.emailTaken : undefined)}
        {...form.register('email')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="new-password"
        required
        help={texts.passwordHelp}
        error={errors.password?.message}
        {...form.register('password', { deps: touchedFields.confirmPassword ? ['confirmPassword'] : [] })}
      />
      <PasswordField
        label={texts.confirmPassword}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Controller
        control={form.control}
        name="agreed"
        render={({ field }) => (
          <Checkbox
            ref={field.ref}
            checked={field.value}
            onCheckedChange={(checked) => field.onChange(checked === true)}
            onBlur={field.onBlur}
            error={errors.agreed?.message}
            label={fill(texts.agreement, {
              privacyPolicy: <Link to="/privacy-policy">{texts.privacyPolicyInAgreement}</Link>,
              terms: <Link to="/terms-and-conditions">{texts.termsInAgreement}</Link>,
            })}
          />
        )}
      />
      <FormError message={errors.root?.message} />
      <Button type="submit" size="lg" block loading={signUp.isPending}>
        {texts.signUp}
      </Button>
    </form>
  );
});

/** Returns whether the typed address already has an account. Debounced. */
function useEmailTaken(email: string): boolean {
  const settled = useDebounced(email, 500);
  const check = useQuery({
    queryKey: ['email exists', settled],
    queryFn: async () => {
      const { emailExistsInput } = await import('#server/accounts/accounts.schema.ts');
      const entered = emailExistsInput.safeParse({ emailAddress: settled });
      return entered.success && (await api.accounts.emailExists.query(entered.data)).emailExists;
    },
    enabled: settled.includes('@'),
    staleTime: 60_000,
    retry: false,
  });
  return settled === email && check.data === true;
}
