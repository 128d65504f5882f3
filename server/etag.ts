/**
 * Whether a request says that its sender has the content of a tag already, which then is a 304. Tags are compared as if
 * all were weak, as RFC 9110 has it for `If-None-Match`.
 */
export function isKnown(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((other) => withoutWeakness(other.trim()) === withoutWeakness(tag));
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '');
