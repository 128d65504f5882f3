export const texts = {
  typeAtLeast: (letters: number) => `Type at least ${letters} letter`,
};
