/** Returns a title in quotation marks, or else a general word. */
export const quoted = (title: string | undefined, otherwise: string): string =>
  title ? `“${title}”` : otherwise;
