import { z } from 'zod';
import { changePasswordInput, resetPasswordInput, signUpInput } from '#server/accounts/accounts.schema.ts';
import { complaints } from '#server/validation.ts';

/** The same password twice; the complaint stands at the second. */
const passwordTwice = <T extends { confirmPassword: string }>(passwordOf: (form: T) => string) =>
  [
    (form: T) => form.confirmPassword === '' || form.confirmPassword === passwordOf(form),
    { path: ['confirmPassword'], error: complaints.passwordMismatch, when: () => true },
  ] as const;

const confirmPassword = z.string().min(1, complaints.required);

export const signUpForm = z
  .object({
    ...signUpInput.shape,
    confirmPassword,
    agreed: z.boolean().refine((agreed) => agreed, complaints.required),
  })
  .refine(...passwordTwice<{ confirmPassword: string; password: string }>((form) => form.password));

export const changePasswordForm = z
  .object({ ...changePasswordInput.shape, confirmPassword })
  .refine(...passwordTwice<{ confirmPassword: string; newPassword: string }>((form) => form.newPassword));

export const resetPasswordForm = z
  .object({ newPassword: resetPasswordInput.shape.newPassword, confirmPassword })
  .refine(...passwordTwice<{ confirmPassword: string; newPassword: string }>((form) => form.newPassword));
