import { charactersOf } from './characters.ts';

/** A piece of what a user wrote: plain text, the mention of a user, or a web address. */
export type RichTextPart =
  | { kind: 'text'; text: string }
  | { kind: 'mention'; text: string; userId: string }
  | { kind: 'link'; text: string; href: string };

const special =
  /@\[((?:[^\]\n]|\](?!\()){1,200})\]\(([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\)|\b(?:https?:\/\/|www\.)[^\s<>"]+/gi;

/**
 * Takes plain text apart into text, mentions, which are stored as `@[Display Name](userId)`, and web addresses.
 * Nothing else has a meaning: what looks like markup stays text.
 */
export function parseRichText(source: string): RichTextPart[] {
  const parts: RichTextPart[] = [];
  let end = 0;
  for (const match of source.matchAll(special)) {
    const [whole, name, userId] = match;
    const part = name !== undefined && userId !== undefined ? mention(name, userId) : link(whole);
    if (!part) continue;
    if (match.index > end) parts.push({ kind: 'text', text: source.slice(end, match.index) });
    parts.push(part);
    end = match.index + (part.kind === 'mention' ? whole.length : part.text.length);
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) });
  return parts;
}

function mention(name: string, userId: string): RichTextPart & { kind: 'mention' } {
  return { kind: 'mention', text: name, userId: userId.toLowerCase() };
}

/** A web address without the punctuation of the sentence around it; undefined where it is none after all. */
function link(match: string): (RichTextPart & { kind: 'link' }) | undefined {
  const text = withoutTail(match);
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text);
  if (!url?.hostname.includes('.') || !/^https?:$/.test(url.protocol)) return undefined;
  // `https://bank.example@example.org` leads elsewhere than it seems.
  if (url.username !== '' || url.password !== '') return undefined;
  return { kind: 'link', text, href: url.href };
}

function withoutTail(match: string): string {
  let unopened = count(match, ')') - count(match, '(');
  let end = match.length;
  for (; ; end--) {
    const last = match.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[.,;:!?'’”»\]}]/.test(last)) return match.slice(0, end);
  }
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** The first `length` characters, and an ellipsis where there are more. Characters are what people count as one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = charactersOf(text);
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}

/** The same of what rich text shows. */
export function cutRichText(
  parts: readonly RichTextPart[],
  length: number,
): { parts: RichTextPart[]; isCut: boolean } {
  const kept: RichTextPart[] = [];
  let room = length;
  for (const part of parts) {
    const text = cutText(part.text, room);
    kept.push({ ...part, text });
    if (text !== part.text) return { parts: kept, isCut: true };
    room -= charactersOf(text).length;
  }
  return { parts: kept, isCut: false };
}
