/** Line breaks of every alphabet, and tabs, as they stand in a row. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** What other programs write for a line break; `\n`, `\r\n` and `\r` stay what they are. */
const otherLineBreaks = /[\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters but `\n` and `\r`, and those that turn the direction of what follows: overrides, embeddings and
 * isolates, which let a name rewrite the line around it. NUL stays, for it is rejected. Marks of a direction stay, as do
 * joiners, which Persian and emoji are written with.
 */
// oxlint-disable-next-line eslint/no-control-regex -- they are what is looked for
const controls = /[\u0001-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u206F]/g;

/** Characters that show nothing, spaces among them. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu;

/** Returns a text as one line without control characters; empty where nothing of it can be seen. */
export const toLine = (text: string): string =>
  orEmpty(text.replaceAll(breaks, ' ').replaceAll(controls, ''));

/** Returns a text with its line breaks, without other control characters; empty where nothing of it can be seen. */
export const toLines = (text: string): string =>
  orEmpty(text.replaceAll(otherLineBreaks, '\n').replaceAll('\t', ' ').replaceAll(controls, ''));

const orEmpty = (text: string): string => (text.replaceAll(unseen, '') === '' ? '' : text);
