/** The texts of the menu with the places for which the bottom bar has no room. */
export const texts = { goTo: 'Go to', profileSettings: 'Profile Settings' };
