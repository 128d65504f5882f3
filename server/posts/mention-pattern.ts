/** A mention, as screens take it for one: `@[Display Name](userId)`. Its groups are the name and the id. */
export const mentionPattern =
  /@\[((?:[^\]\n]|\](?!\()){1,200})\]\(([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\)/gi;
