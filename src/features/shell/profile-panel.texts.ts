/** The texts of the menu behind one's own picture. */
export const texts = {
  welcome: 'Welcome {name}',
  accessTokens: 'Access Tokens',
  webhooks: 'Webhooks',
  appearance: 'Appearance',
  themes: { system: 'Match device', light: 'Light', dark: 'Dark' },
  keyboardShortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
};
