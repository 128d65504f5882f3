/** The text with the number of suggestions. */
export const texts = {
  found: (count: number) => `${count} found`,
};
