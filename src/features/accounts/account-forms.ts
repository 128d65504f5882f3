import { z } from 'zod';
import { changePasswordInput, resetPasswordInput, signUpInput } from '#server/accounts/accounts.schema.ts';
import { complaints } from '#server/validation.schema.ts';

const confirmPassword = z.string().min(1, complaints.required);

/** The complaint about a second entry that differs stands at the second entry, whatever else is wrong. */
const mismatch = () => ({ path: ['confirmPassword'], error: complaints.passwordMismatch, when: () => true });

const isRepeated = (password: string, repeated: string) => repeated === '' || repeated === password;

export const signUpForm = z
  .object({
    ...signUpInput.shape,
    confirmPassword,
    agreed: z.boolean().refine((agreed) => agreed, complaints.required),
  })
  .refine((form) => isRepeated(form.password, form.confirmPassword), mismatch());

export const changePasswordForm = z
  .object({ ...changePasswordInput.shape, confirmPassword })
  .refine((form) => isRepeated(form.newPassword, form.confirmPassword), mismatch());

export const resetPasswordForm = z
  .object({ newPassword: resetPasswordInput.shape.newPassword, confirmPassword })
  .refine((form) => isRepeated(form.newPassword, form.confirmPassword), mismatch());
