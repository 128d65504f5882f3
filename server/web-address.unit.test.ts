import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webAddress } from './validation.schema.ts';
import { completeWebAddress } from './web-address.schema.ts';

const parse = (text: string) => webAddress(60).safeParse(text).data;

describe('completeWebAddress', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' www.example.org/help?a=1#b ', 'https://www.example.org/help?a=1#b'],
    ['//example.org/help', 'https://example.org/help'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['пример.рф', 'https://пример.рф'],
    ['example.org/a:b@c', 'https://example.org/a:b@c'],
  ])('puts https:// in front of %s', (typed, completed) => {
    expect(completeWebAddress(typed)).toBe(completed);
    expect(parse(typed)).toBe(completed);
  });

  it.each(['http://example.org', 'https://example.org/a b', 'HTTPS://EXAMPLE.ORG', ''])(
    'returns %j as it is',
    (typed) => {
      expect(parse(typed)).toBe(typed);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//example.org',
    'javascript:1',
    'data:text/html,<script>',
    'mailto:maria@example.org',
    'maria@example.org',
    'maria:secret@example.org',
    'ftp://example.org',
    'http:example.org',
    '/posts',
    '///example.org',
    '\\\\example.org',
    '12.50',
    'N/A',
    'none',
    'ask us. We answer',
    '.org',
    'a..b',
    'example.org:99999',
  ])('leaves %s to be rejected', (typed) => {
    expect(completeWebAddress(typed)).toBe(typed);
    expect(parse(typed)).toBeUndefined();
  });

  it('is idempotent, and makes nothing but addresses', () => {
    const addressLike = fc
      .array(
        fc.constantFrom(
          'https:',
          'http:',
          '//',
          '/',
          'example',
          '.',
          'org',
          ':',
          '8',
          '@',
          '?',
          '#',
          ' ',
          'é',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), addressLike, fc.webUrl(), fc.domain()), (typed) => {
        const completed = completeWebAddress(typed);
        expect(completeWebAddress(completed)).toBe(completed);
        if (completed !== typed.trim()) expect(new URL(completed).protocol).toBe('https:');
      }),
      { numRuns: 300 },
    );
  });

  it('takes back what it returned, however long it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 62 }), fc.domain(), (length, domain) => {
        const typed = `${domain}/`.padEnd(length, 'x');
        const taken = parse(typed);
        expect(taken === undefined ? undefined : parse(taken)).toBe(taken);
      }),
    );
  });
});
