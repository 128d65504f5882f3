/** The text of a choice that can be taken away. */
export const texts = {
  removeOf: (choice: string) => `Remove ${choice}`,
};
