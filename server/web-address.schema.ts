/** A name of a host, perhaps with a port: labels with dots between them, of which the last is no number. */
const host = /^(?:[^\s.:/?#\\@[\]]+\.)+[^\s.:/?#\\@[\]]*[^\s\d.:/?#\\@[\]][^\s.:/?#\\@[\]]*\.?(?::\d{1,5})?$/;

/** The longest name that there can be is of 253 characters; the pattern is tried on no longer text. */
const longestHost = 260;

/**
 * Returns a web address with `https://` in front where it has no scheme, as people type it: `example.org/help`. Any
 * other text is returned as it is.
 */
export function completeWebAddress(text: string): string {
  const typed = text.trim();
  const address = typed.replace(/^\/\//, '');
  const [name = ''] = address.split(/[/?#]/, 1);
  return name.length <= longestHost && host.test(name) && isWebAddress(`https://${address}`)
    ? `https://${address}`
    : typed;
}

/** Whether a text is an absolute http or https address. */
export function isWebAddress(value: string): boolean {
  // A parser also takes `http:posts` for one, which a browser may follow to a page of ours.
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
