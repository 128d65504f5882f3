/** The text of several points that are drawn as one. */
export const texts = {
  cluster: (count: number, things: string) => `${count} ${things}, zoom in`,
};
