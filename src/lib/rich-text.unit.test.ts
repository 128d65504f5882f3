import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRichText, parseRichText, type RichTextPart } from './rich-text.ts';

const bob = '01900000-0000-7000-8000-0000000000b0';
const text = (value: string) => ({ kind: 'text', text: value });
const link = (value: string, href = value) => ({ kind: 'link', text: value, href });
const mention = (name: string) => ({ kind: 'mention', text: name, userId: bob });

describe('rich text', () => {
  it.each<[string, unknown[]]>([
    ['', []],
    ['Soup for all.', [text('Soup for all.')]],
    [`Thanks @[Bob Baker](${bob})!`, [text('Thanks '), mention('Bob Baker'), text('!')]],
    [`@[Bob [the] Baker](${bob})`, [mention('Bob [the] Baker')]],
    ['@[Bob](javascript:alert(1))', [text('@[Bob](javascript:alert(1))')]],
    ['@[Bob](not-an-id)', [text('@[Bob](not-an-id)')]],
    ['See https://example.org/a.', [text('See '), link('https://example.org/a'), text('.')]],
    ['(https://example.org/a_(b))', [text('('), link('https://example.org/a_(b)'), text(')')]],
    ['www.example.org, now', [link('www.example.org', 'https://www.example.org/'), text(', now')]],
    ['javascript:alert(1)', [text('javascript:alert(1)')]],
    ['https://', [text('https://')]],
    ['https://localhost', [text('https://localhost')]],
    ['https://bank.example@example.org/', [text('https://bank.example@example.org/')]],
    ['<b>bold</b> &amp; more', [text('<b>bold</b> &amp; more')]],
    [
      '<a href="https://example.org/">x</a>',
      [text('<a href="'), link('https://example.org/'), text('">x</a>')],
    ],
    ['one\n\ntwo', [text('one\n\ntwo')]],
  ])('%j', (source, parts) => {
    expect(parseRichText(source)).toEqual(parts);
  });

  it('loses no character, whatever was written', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(`@[Bob](${bob})`, 'https://example.org/x?y=(1)', 'www.a.b', '@[', '](', ').', '\n'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const source = pieces.join('');
        const again = parseRichText(source).map((part) =>
          part.kind === 'mention' ? `@[${part.text}](${part.userId})` : part.text,
        );
        expect(again.join('')).toBe(source);
      }),
    );
  });

  it('links only to http and https', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'javascript'] }), (url) => {
        const links = parseRichText(url).filter((part) => part.kind === 'link');
        expect(links.filter(({ href }) => !/^https?:\/\//.test(href))).toEqual([]);
      }),
    );
  });

  it('stays quick on text that almost matches', () => {
    const source = '@['.repeat(5_000);
    expect(parseRichText(source)).toEqual([text(source)]);
    const tail = ')'.repeat(10_000);
    expect(parseRichText(`https://a.example/${tail}`)).toEqual([link('https://a.example/'), text(tail)]);
  });
});

describe('cutting', () => {
  const parts = parseRichText(`Thanks @[Bob](${bob}) and all`);

  it('leaves alone what is short enough', () => {
    expect(cutRichText(parts, 18)).toEqual({ parts, isCut: false });
  });

  it('cuts what people count as characters', () => {
    const family: RichTextPart[] = [{ kind: 'text', text: '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦' }];
    expect(cutRichText(family, 2).parts).toEqual([text('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')]);
  });

  it('keeps a mention a mention', () => {
    expect(cutRichText(parts, 9).parts).toEqual([text('Thanks '), mention('Bo…')]);
  });
});
