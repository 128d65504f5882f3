/** The texts of the end of an endless list. */
export const texts = {
  noMore: (things: string) => `No more ${things}`,
  loading: (things: string) => `Loading more ${things}`,
  failed: (things: string) => `More ${things} did not load.`,
  showMore: (things: string) => `Show more ${things}`,
};
