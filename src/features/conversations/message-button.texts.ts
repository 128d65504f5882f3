/** The text of the button, which lists of people load and nothing else of this feature. */
export const texts = { messageTo: (name: string) => `Message ${name}` };
