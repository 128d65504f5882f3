// The texts of signing up, signing in and passwords: single constants, which the build puts into the screens that use
// them, so that no screen loads those of another.

export const email = 'Email';
export const password = 'Password';
export const newPassword = 'New password';
export const confirmPassword = 'Confirm password';
export const passwordHelp = 'At least 6 characters.';
export const passwordChanged = 'Your password changed';
export const failed = 'Failed';

export const signUp = 'Sign up';
export const signUpHint = 'It’s free and takes a minute.';
export const signUpProgress = 'Step 1 of 7';
export const alreadyHaveAnAccount = 'Already have an account? {signIn}';
export const signingUp = 'Signing up';
export const signingUpAs = 'I’m signing up as';
export const individual = 'Individual';
export const individualHelp = 'I want to take part and help.';
export const organization = 'Organization';
export const organizationHelp = 'We’re a nonprofit or a community group.';
export const agreement = 'I agree to the {privacyPolicy} and the {terms}, and I am over 18.';
export const privacyPolicyInAgreement = 'privacy policy';
export const termsInAgreement = 'terms and conditions';

export const signIn = 'Sign in';
export const signInHint = 'Good to see you again.';
export const newHere = 'New here? {createAnAccount}';
export const createAnAccount = 'Create an account';
export const signingIn = 'Signing in';
export const forgotYourPassword = 'Forgot your password?';
export const welcome = 'Welcome to Gatherwell';

export const notNow = 'Not now';
export const keptWork =
  'This device holds work of {owner} that isn’t sent or saved yet: {work}. It’s kept until {name} signs in, and deleted if someone else does.';

export const forgotPassword = 'Forgot password';
export const forgotPasswordHint = 'Enter your email address and we’ll send you a link.';
export const backToSignIn = 'Back to sign in';
export const sendingTheLink = 'Sending the link';
export const sendTheLink = 'Send the link';
export const resetEmailSent = 'Password reset email sent to your email';
export const linkIsOnItsWay =
  'If this address has an account, the link is on its way. It works for 10 minutes.';

export const resetPassword = 'Reset password';
export const resetPasswordHint = 'Choose a new password. You’ll be signed out everywhere.';
export const requestAnotherLink = 'Request another link';
export const resettingThePassword = 'Resetting the password';
export const setNewPassword = 'Set new password';

export const changePassword = 'Change password';
export const changePasswordHint = 'You’ll stay signed in here and be signed out everywhere else.';
export const changingThePassword = 'Changing the password';
export const oldPassword = 'Old password';
