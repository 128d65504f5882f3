/** The text of a reminder on the device whose post has no dates. */
export const texts = { startsSoon: 'Starts soon' };
