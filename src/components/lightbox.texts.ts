/** The text of a picture that has no description. */
export const texts = {
  picture: (number: number, pictures: number) => `Picture ${number} of ${pictures}`,
};
