/** Text of an attribution, and where it links to. */
export interface AttributionPart {
  text: string;
  href?: string;
}

/** Named characters that attributions use. */
const entities: Record<string, string> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
  reg: '®',
};

/**
 * Returns the text and the links of an attribution, which map services send as HTML. Reads it as text, so that nothing
 * of it can become markup: tags other than links are dropped, and links to anything but web pages lose their address.
 */
export function attributionParts(html: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  let href: string | undefined;
  for (const piece of html.split(/(<[^>]*>)/)) {
    if (/^<a\b/i.test(piece)) href = webAddress(piece);
    else if (/^<\/a\b/i.test(piece)) href = undefined;
    else if (piece !== '' && !/^<[^>]*>$/.test(piece))
      parts.push({ text: decodeEntities(piece), ...(href !== undefined && { href }) });
  }
  return parts;
}

function webAddress(tag: string): string | undefined {
  const [, ...values] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  const url = URL.parse(decodeEntities(values.find((value) => value !== undefined) ?? ''));
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
