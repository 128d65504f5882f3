import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form';
import { showFailure } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { toast } from '#src/components/toast.ts';
import * as texts from './texts.ts';

type NewPassword = { newPassword: string; confirmPassword: string };

interface NewPasswordFormProps<In extends NewPassword, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** Rejects where the server rejects. */
  onSave: (values: Out) => Promise<void>;
  isSaving: boolean;
  /** The button's label. */
  label: string;
  /** Fields above the new password. */
  children?: ReactNode;
}

/** A form that ends in a new password, typed twice. */
export function NewPasswordForm<In extends NewPassword, Out>({
  form,
  onSave,
  isSaving,
  label,
  children,
}: NewPasswordFormProps<In, Out>) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values);
    } catch (error) {
      toast.failed(showFailure(form, error), { title: texts.failed });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {children}
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
      <FormError message={form.formState.errors.root?.message} />
      <Button type="submit" size="lg" block loading={isSaving}>
        {label}
      </Button>
    </form>
  );
}

function NewPasswordFields() {
  const { register, formState } = useFormContext<NewPassword>();
  const { errors, touchedFields } = formState;
  return (
    <>
      <PasswordField
        label={texts.newPassword}
        autoComplete="new-password"
        required
        help={texts.passwordHelp}
        error={errors.newPassword?.message}
        {...register('newPassword', { deps: touchedFields.confirmPassword ? ['confirmPassword'] : [] })}
      />
      <PasswordField
        label={texts.confirmPassword}
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
