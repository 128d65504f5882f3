// The texts of the frame around every screen, which is part of the program: single constants, which the build puts where
// they are used.

export const skipToTheContent = 'Skip to the content';

export const signIn = 'Sign in';
export const signUp = 'Sign up';

export const aboutUs = 'About us';
export const privacyPolicy = 'Privacy policy';
export const termsAndConditions = 'Terms and conditions';
export const contactUs = 'Contact us';
/** With the day on which the pages that the footer leads to last changed. */
export const lastUpdated = 'Last updated November 21, 2026';

export const somethingWentWrong = 'Something went wrong';

export const notFound = 'Not found';
export const doesNotExist = 'This page doesn’t exist';
export const doesNotExistHint = 'It may have been moved or taken down.';
export const goToTheFeed = 'Go to the feed';
