/** The text of the link to a page. */
export const texts = {
  page: (number: number) => `Page ${number}`,
};
