export const texts = {
  pictureOf: (position: number, count: number) => `Picture ${position} of ${count}`,
};
