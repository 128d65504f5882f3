/** The text of a list that is on its way. */
export const texts = {
  loading: (things: string) => `Loading ${things}`,
};
