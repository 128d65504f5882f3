import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isolate } from '../isolate.schema.ts';
import { readHead } from '../testing/page-head.ts';
import { createDescriptions } from './describe-page.ts';
import { createAppShell, writeHead } from './page-head.ts';
import type { PublicPostRow } from './public-pages.queries.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="Gatherwell is where neighbors meet." />
    <link rel="icon" href="/icon.svg" />
    <title>Gatherwell</title>
    <script src="/boot.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`;
const shell = createAppShell(page);
const describePage = createDescriptions('https://gatherwell.test');

const event: PublicPostRow = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  post_type: 'event',
  title: 'Soup night',
  description: 'Bring a friend.',
  start_at: new Date('2026-12-01T18:00:00Z'),
  end_at: new Date('2026-12-01T20:30:00Z'),
  time_zone: 'America/New_York',
  full_address: '12 Elm Street, Philadelphia',
  latitude: 39.9526,
  longitude: -75.1652,
  creator_id: '0190a1b2-0000-7000-8000-000000000002',
  organization_name: 'Larkfield',
  profile_picture: null,
  path: 'a'.repeat(64),
  width: 1600,
  height: 900,
  image_description: 'A pot',
};

const read = (row: PublicPostRow) => readHead(shell.with({ head: writeHead(describePage.post(row)) }));
/** The elements of a page with a picture and structured data. */
const usual = read(event).elements;

/** What breaks out of an attribute, an element, a script, a string or a line, between anything else. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        '<',
        '>',
        '&',
        '&quot;',
        '</title>',
        '</script>',
        '</SCRIPT ',
        '<script>alert(1)</script>',
        '<!--',
        '-->',
        ']]>',
        '<base href="//evil.example">',
        '" onload="alert(1)',
        '\\',
        '\\u003c',
        '\u2028',
        '\u2029',
        '$&',
        '$1',
        '`${1}`',
        '{{1}}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').trim())
  // What a browser itself changes in any text: it stores none of these.
  .filter((text) => text !== '' && text.isWellFormed() && !/[\0\r\n\f\t]/.test(text));

it('shows any text as it is and nothing of it as markup', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, name, place) => {
      const {
        elements,
        title: shown,
        meta,
        data,
        canonical,
      } = read({
        ...event,
        title,
        organization_name: name,
        full_address: place,
        image_description: name,
      });
      expect(elements).toEqual(usual);
      expect(shown).toBe(`${isolate(title)} · Gatherwell`);
      expect(meta['og:title']).toBe(title);
      expect(meta['og:image:alt']).toBe(name);
      expect(canonical).toBe(`https://gatherwell.test/post/event/details/${event.id}`);
      expect(data).toEqual([
        expect.objectContaining({
          name: title,
          location: expect.objectContaining({ name: place }),
          organizer: expect.objectContaining({ name }),
        }),
      ]);
    }),
    { numRuns: 200 },
  );
});

it('keeps the order of a title and a description around what is written from right to left', () => {
  const { title, meta } = read({ ...event, title: 'حساء الجمعة', full_address: 'شارع النخيل ١٢' });
  expect(title).toBe('\u2068حساء الجمعة\u2069 · Gatherwell');
  expect(meta['og:title']).toBe('حساء الجمعة');
  expect(meta['description']).toContain(' · \u2068شارع النخيل ١٢\u2069 · ');
});

it('writes neither tags nor line separators into structured data', () => {
  const title = '</script><img src=x onerror=alert(1)>\u2028&\u2029<!--<script>';
  const script = writeHead(describePage.post({ ...event, title })).split('application/ld+json">')[1];
  expect(script?.replace(/<\/script>$/, '')).not.toMatch(/[<>&\u2028\u2029]/);
});

it('cuts a long description after a word, and never within a character', () => {
  const describe = (description: string) =>
    read({ ...event, start_at: null, full_address: null, description }).meta['description'] ?? '';
  expect(describe('Soup\n\n and   bread')).toBe('Soup and bread');
  const words = describe('community '.repeat(200));
  expect(words).toMatch(/^(?:community )+community…$/);
  expect(words.length).toBeLessThanOrEqual(200);
  const faces = describe(`x${'😀'.repeat(300)}`);
  expect(faces.isWellFormed()).toBe(true);
  expect(faces.length).toBeLessThanOrEqual(200);
});

it('shows mentions by their names', () => {
  const description = `With @[Maria "M" Lopez](${event.creator_id}) of the kitchen.`;
  expect(read({ ...event, start_at: null, full_address: null, description }).meta['og:description']).toBe(
    'With Maria "M" Lopez of the kitchen.',
  );
});

it.each([
  ['America/New_York', '2026-12-01T13:00:00-05:00', 'Tue, Dec 1, 2026, 1:00 PM EST'],
  ['Asia/Kolkata', '2026-12-01T23:30:00+05:30', 'Tue, Dec 1, 2026, 11:30 PM GMT+5:30'],
  ['UTC', '2026-12-01T18:00:00+00:00', 'Tue, Dec 1, 2026, 6:00 PM UTC'],
  [null, '2026-12-01T18:00:00+00:00', 'Tue, Dec 1, 2026, 6:00 PM UTC'],
])('shows when it takes place by the clocks of %s', (time_zone, start, words) => {
  const { data, meta } = read({ ...event, time_zone });
  expect(data).toEqual([expect.objectContaining({ startDate: start })]);
  expect(meta['description']).toBe(`${words} · 12 Elm Street, Philadelphia · Bring a friend.`);
});

it.each([
  ['a post of another type', { post_type: 'volunteering' }],
  ['an event without a start', { start_at: null }],
  ['an event without a place', { full_address: null }],
] as const)('has no structured data of an event in %s', (_, columns) => {
  expect(read({ ...event, ...columns }).data).toEqual([]);
});

it('says how large a picture is in the width in which it is had', () => {
  expect(read(event).meta).toMatchObject({
    'og:image': `https://gatherwell.test/media/${event.path}/800`,
    'og:image:width': '800',
    'og:image:height': '450',
    'twitter:card': 'summary_large_image',
  });
  expect(read({ ...event, width: 300, height: 200 }).meta).toMatchObject({
    'og:image:width': '300',
    'og:image:height': '200',
  });
});

it('rejects a page that has no title', () => {
  expect(() => createAppShell('<!doctype html><p>Hello</p>')).toThrow('no title');
});

it('asks for the font in the page of a screen, and leaves that to the app elsewhere', () => {
  const { with: write } = createAppShell(
    page.replace('src="/boot.js"', 'src="/boot.js" data-font="/a.woff2"'),
  );
  const preload = '<link rel="preload" href="/a.woff2" as="font"';
  expect(write({ screen: { html: '<p>Soup</p>', data: {} } })).toContain(preload);
  expect(write({ head: '<title>Soup</title>' })).not.toContain(preload);
});

it('leaves it to boot.js when the program of a screen starts', () => {
  const program =
    '<script type="module" crossorigin src="/helpers.js"></script>\n    <script type="module" crossorigin src="/program.js"></script>';
  const { with: write } = createAppShell(page.replace('</head>', `${program}</head>`));
  const screen = { html: '<p>Soup</p>', data: {} };
  expect(write({ screen })).not.toContain('type="module"');
  expect(write({ screen })).toContain('<script src="/boot.js" data-program="/helpers.js /program.js">');
  expect(write({ head: '<title>Soup</title>' })).toContain(program);
  expect(write({ head: '<title>Soup</title>' })).not.toContain('data-program');
});
