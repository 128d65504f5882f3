/** The texts of signing out. */
export const texts = {
  signOut: 'Sign out',
  signingOut: 'Signing out',
  question: 'Sign out and lose unsent work?',
  hint: (unsaved: string) =>
    `You have work on this device that isn’t sent or saved yet: ${unsaved}. Signing out deletes it.`,
  staySignedIn: 'Stay signed in',
};
