import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkNames } from '#db/tables/social-media.ts';
import { networkLimits } from './network-limits.schema.ts';
import { type SharedPost, sharingAt, shorten, textFor } from './post-text.schema.ts';
import type { TemplateItem } from './template.schema.ts';
import { completeTemplate, defaultTemplate, moveItem } from './template-parts.schema.ts';
import { weightedLength } from './weighted-length.ts';

const link = 'https://example.org/post/event/details/01990000-0000-7000-8000-000000000000';

const soup: SharedPost<string> = {
  postType: 'event',
  title: 'Soup night',
  description: 'Bring @[Maria Lopez](01990000-0000-7000-8000-00000000000a) and a bowl.',
  startDateTime: '2026-12-01T18:00:00.000Z',
  endDateTime: '2026-12-01T20:30:00.000Z',
  timeZone: 'America/New_York',
  address: { fullAddress: '12 Elm Street, Philadelphia', latitude: 39.9, longitude: -75.1 },
  requiredItems: [],
  petitionLink: null,
  skills: [{ _id: 'cooking', name: 'Cooking' }],
  expectedRequiredHours: 2.5,
  contact: 'Carol, 555 0100',
  postURL: null,
  topNeed: true,
  impactAreas: [{ _id: 'hunger', name: 'Hunger' }],
  organizationName: 'Carol’s Kitchen',
  keywords: ['soup kitchen', 'food', '2026', 'Soup Kitchen'],
  images: [],
};

/** A template that lists these parts, ticked, in this order. */
const ticking = (...names: string[]): TemplateItem[] =>
  names.map((name, index) => ({ name, label: name, selected: true, serial: index + 1 }));

describe('the text of a post at a network', () => {
  it('is what the template ticks, a line each, in its order', () => {
    const lines = (template?: readonly TemplateItem[]) =>
      textFor('linked-in', { post: soup, link, ...(template && { template }) }).text.split('\n');
    expect(lines()).toEqual([
      'Soup night',
      'Tue, Dec 1, 2026, 1:00 – 3:30 PM EST',
      '12 Elm Street, Philadelphia',
      'Bring Maria Lopez and a bowl.',
      '#SoupKitchen #food',
    ]);
    expect(lines(ticking('topNeed', 'skills', 'petitionLink', 'expectedRequiredHours', 'title'))).toEqual([
      'This is what we need most.',
      'Skills: Cooking',
      'Expected hours: 2.5',
      'Soup night',
    ]);
    const shuffled = ticking('title', 'contact').map((item) => ({ ...item, serial: 3 - item.serial }));
    expect(lines(shuffled)).toEqual(['Contact: Carol, 555 0100', 'Soup night']);
  });

  it('is the title where the template leaves nothing', () => {
    for (const template of [[], ticking('petitionLink', 'no-such-part', 'toString')])
      expect(textFor('facebook', { template, post: soup, link }).text).toBe('Soup night');
  });

  it('is to the letter what the organization wrote, however long', () => {
    const ownText = `${'Come! '.repeat(60)}\n#soup`;
    for (const network of networkNames) {
      const { text, isTooLong, isShortened } = textFor(network, { post: soup, link, ownText });
      expect(text).toBe(ownText);
      expect([isTooLong, isShortened]).toEqual([network === 'twitter', false]);
    }
    expect(textFor('twitter', { post: soup, link, ownText: ' \n' }).text).toMatch(/^Soup night/);
  });

  it('has the link as a card or at its end, once', () => {
    const of = (network: (typeof networkNames)[number], images: string[]) =>
      textFor(network, { post: { ...soup, images }, link, ownText: 'Come!' });
    const ended = `Come!\n${link}`;
    expect(of('twitter', [])).toMatchObject({ text: 'Come!', shown: ended, hasCard: false });
    for (const network of ['facebook', 'linked-in'] as const) {
      expect(of(network, [])).toMatchObject({ text: 'Come!', shown: 'Come!', hasCard: true });
      expect(of(network, ['a'])).toMatchObject({ text: 'Come!', shown: ended, hasCard: false });
    }
  });

  it('takes the first pictures, as many as the network does, where they are ticked', () => {
    const post = { ...soup, images: ['a', 'b', 'c', 'd', 'e'] };
    expect(textFor('twitter', { post, link })).toMatchObject({
      pictures: ['a', 'b', 'c', 'd'],
      picturesLeftOut: 1,
    });
    expect(textFor('facebook', { post, link })).toMatchObject({ pictures: post.images, picturesLeftOut: 0 });
    const template = ticking('title');
    expect(textFor('facebook', { template, post, link })).toMatchObject({ pictures: [], picturesLeftOut: 0 });
  });

  it('gives up the description first, and at Twitter has about 230 characters before the link', () => {
    const post = { ...soup, description: 'We cook for everybody who is hungry. '.repeat(20) };
    const { text, length, isShortened } = textFor('twitter', { post, link });
    expect(text).toMatch(/^Soup night\n.*\n12 Elm Street, Philadelphia\nWe cook .*…\n#SoupKitchen #food$/s);
    expect(text).toMatch(/ (?:We|cook|for|everybody|who|is|hungry\.)…/);
    expect(weightedLength(text)).toBeGreaterThan(200);
    expect(weightedLength(text)).toBeLessThanOrEqual(230);
    expect([isShortened, length]).toEqual([true, weightedLength(text) + 24]);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.lorem({ maxCount: 80 }),
    fc.array(fc.webUrl(), { maxLength: 12 }).map((urls) => urls.join(' ')),
    fc
      .array(fc.constantFrom('👩‍👩‍👧‍👦', '日本', 'é', '🇨🇦', 'a', ' ', '\n'), { maxLength: 300 })
      .map((all) => all.join('')),
  );
  const anyPost = fc
    .record({ title: anyText, description: anyText, keywords: fc.array(anyText, { maxLength: 3 }) })
    .map((texts) => ({ ...soup, ...texts }));
  const anyTemplate = fc
    .array(fc.tuple(fc.constantFrom(...defaultTemplate), fc.boolean(), fc.integer({ min: 1, max: 16 })), {
      maxLength: 16,
    })
    .map((items) => items.map(([item, selected, serial]) => ({ ...item, selected, serial })));

  it('always fits, and never ends within a character', () => {
    fc.assert(
      fc.property(fc.constantFrom(...networkNames), anyPost, anyTemplate, (network, post, template) => {
        const { shown, length, isTooLong } = textFor(network, { post, template, link });
        expect(isTooLong).toBe(false);
        expect(length).toBeLessThanOrEqual(networkLimits[network].characters);
        expect(shown.isWellFormed()).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('is shortened only where it has to be, to a part of itself', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 300 }), (text, room) => {
        const short = shorten(text, room, weightedLength);
        const isWhole = weightedLength(text) <= room;
        expect(weightedLength(short)).toBeLessThanOrEqual(room);
        expect(short.endsWith('…') || isWhole).toBe(true);
        expect(isWhole ? short === text : text.startsWith(short.slice(0, -1))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('characters at Twitter', () => {
  it.each([
    ['Soup', 4],
    ['日本', 4],
    ['👩‍👩‍👧‍👦', 2],
    ['https://example.org/a/very/long/path?that=is&not=counted', 23],
    ['example.org', 23],
    ['See http://example.org/menu, please', 35],
    ['e.g. soup', 9],
    ['e\u0301', 1],
  ])('are counted as Twitter does: %s', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

describe('a template', () => {
  it('has at most 16 items, numbered from 1', () => {
    expect(defaultTemplate.map(({ serial }) => serial)).toEqual(
      Array.from({ length: 16 }, (_, at) => at + 1),
    );
  });

  it('moves an item by one place, and none beyond the ends', () => {
    const moved = moveItem(ticking('a', 'b', 'c'), 'c', -1);
    expect(moved.map(({ name, serial }) => `${name}${serial}`)).toEqual(['a1', 'c2', 'b3']);
    expect(moveItem(moved, 'a', -1)).toEqual(moved);
    expect(moveItem(moved, 'b', 1)).toEqual(moved);
    expect(moveItem(moved, 'none', 1)).toEqual(moved);
  });

  it('is completed by parts that it does not list, not ticked, and keeps its order', () => {
    const listed = [...ticking('contact', 'gone', 'title', 'contact')];
    const all = completeTemplate(listed);
    expect(all.slice(0, 3).map(({ name, selected }) => [name, selected])).toEqual([
      ['contact', true],
      ['title', true],
      ['startDateTime', false],
    ]);
    expect(all.map(({ name }) => name).sort()).toEqual(defaultTemplate.map(({ name }) => name).sort());
    expect(all.map(({ serial }) => serial)).toEqual(all.map((_, index) => index + 1));
    expect(completeTemplate(all)).toEqual(all);
    expect(completeTemplate(defaultTemplate)).toEqual(defaultTemplate);
  });
});

describe('what a post says of sharing', () => {
  it('is nothing for a network where it is not to be shared', () => {
    expect(sharingAt('twitter', undefined)).toBeUndefined();
    expect(sharingAt('twitter', { twitter: { sharePost: false, description: 'Come!' } })).toBeUndefined();
  });

  it('has the template of the network, with the network or with the others', () => {
    const template = ticking('title');
    const said = { sharePost: true, description: 'Come!' };
    const expected = { ownText: 'Come!', template };
    expect(sharingAt('linked-in', { linkedIn: { ...said, template } })).toEqual(expected);
    expect(sharingAt('linked-in', { linkedIn: said, template: { linkedIn: template } })).toEqual(expected);
    expect(sharingAt('linked-in', { linkedIn: said })).toEqual({ ownText: 'Come!', template: undefined });
  });
});
