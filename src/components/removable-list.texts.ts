/** The text of an entry that can be taken away. */
export const texts = {
  removeOf: (value: string) => `Remove ${value}`,
};
