/** The text of the button, which the feed loads and nothing else of this feature. */
export const texts = { invite: 'Invite' };
