import { z } from 'zod';
import { userTypes } from '#db/tables/columns.ts';
import { email, id, password, requiredText, validationMessages } from '../validation.schema.ts';

export const userType = z.enum(userTypes).describe('Kind of account.');

/** A sign-in must not reveal by its error whether a password could exist: any text is tried. */
const enteredPassword = z
  .string()
  .min(1, validationMessages.required)
  .max(1000, validationMessages.tooLong(1000));

export const signUpInput = z.strictObject({
  userType: z.enum(userTypes).exclude(['admin'], 'Choose individual or organization'),
  email: email.describe('6 to 256 characters; stored in lower case.'),
  password: password.describe('6 to 100 characters.'),
});

export const signInInput = z.strictObject({
  email: requiredText(256).toLowerCase(),
  password: enteredPassword,
});

/** The signed-in user, as every screen's header needs it. */
export const currentUser = z.object({
  _id: id,
  userType,
  email: z.string(),
  name: z.string().describe('Display name; empty until basic information was saved.'),
  profilePicture: z.string().nullable().describe('Path below /media, or null.'),
  isOnboarded: z.boolean().describe('Whether basic information was saved.'),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const signInOutput = z.object({
  token: z.string().describe('Send as `Authorization: Bearer …`. Browsers get it as a cookie too.'),
  user: currentUser,
});

export const changePasswordInput = z.strictObject({
  oldPassword: enteredPassword,
  newPassword: password,
});

export const recoverPasswordInput = z.strictObject({ email });

export const resetPasswordInput = z.strictObject({
  token: z.string().min(1, validationMessages.required).max(200, validationMessages.tooLong(200)),
  newPassword: password,
});

export const emailExistsInput = z.strictObject({
  emailAddress: email,
  currentUserId: z
    .union([id, z.literal('')])
    .optional()
    .describe('May be empty. Accepted for compatibility; the session decides who asks.'),
});
