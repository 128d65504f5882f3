/** The text above a form that needs a connection. */
export const texts = {
  needsConnection: (deed: string) => `${deed} needs a connection, and you’re offline.`,
};
