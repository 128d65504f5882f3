/** Messages about invalid fields, which forms and procedures share. */
export const validationMessages = {
  required: 'This field is required',
  tooLong: (max: number) => `Limit of characters (max ${max}) exceeded`,
  tooShort: (min: number) => `Enter minimum (${min}) characters`,
  email: (entered: string) => `'${entered}' is not a valid email`,
  /** The message that the server sends: it never repeats what it received. */
  emailUnnamed: 'This is not a valid email',
  emailTaken: 'This Email is already used',
  passwordMismatch: 'Password and confirm password mismatched',
  date: 'Invalid date',
} as const;
