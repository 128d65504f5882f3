import { z } from 'zod';
import { changePasswordInput, resetPasswordInput, signUpInput } from '#server/accounts/accounts.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';

const confirmPassword = z.string().min(1, validationMessages.required);

/** Reports passwords that differ at the second one, also while other fields are invalid. */
const mismatch = () => ({
  path: ['confirmPassword'],
  error: validationMessages.passwordMismatch,
  when: () => true,
});

const isRepeated = (password: string, repeated: string) => repeated === '' || repeated === password;

export const signUpForm = z
  .object({
    ...signUpInput.shape,
    confirmPassword,
    agreed: z.boolean().refine((agreed) => agreed, validationMessages.required),
  })
  .refine((form) => isRepeated(form.password, form.confirmPassword), mismatch());

export const changePasswordForm = z
  .object({ ...changePasswordInput.shape, confirmPassword })
  .refine((form) => isRepeated(form.newPassword, form.confirmPassword), mismatch());

export const resetPasswordForm = z
  .object({ newPassword: resetPasswordInput.shape.newPassword, confirmPassword })
  .refine((form) => isRepeated(form.newPassword, form.confirmPassword), mismatch());
