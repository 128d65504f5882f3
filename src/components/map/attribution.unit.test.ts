import { describe, expect, it } from 'vitest';
import { attributionParts } from './attribution.ts';

describe('attributionParts', () => {
  it('returns the text and the links that map services send', () => {
    expect(
      attributionParts(
        '<a href="https://www.maptiler.com/copyright/" target="_blank">&copy; MapTiler</a> | &#169; <a href=\'https://osm.example/?a=1&amp;b=2\'><b>OpenStreetMap</b> contributors</a>',
      ),
    ).toEqual([
      { text: '© MapTiler', href: 'https://www.maptiler.com/copyright/' },
      { text: ' | © ' },
      { text: 'OpenStreetMap', href: 'https://osm.example/?a=1&b=2' },
      { text: ' contributors', href: 'https://osm.example/?a=1&b=2' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt&#58;alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '/page',
    '',
  ])('drops the address %j', (href) => {
    expect(attributionParts(`<a href="${href}">Tiles</a>`)).toEqual([{ text: 'Tiles' }]);
  });

  it('drops tags, and keeps as text what only looks like one', () => {
    expect(attributionParts('<img src=x onerror=alert(1)>Tiles &lt;b&gt; <')).toEqual([
      { text: 'Tiles <b> <' },
    ]);
    expect(attributionParts('')).toEqual([]);
    expect(attributionParts('&nothing; &#9999999; &#1114112;')).toEqual([
      { text: '&nothing; &#9999999; &#1114112;' },
    ]);
  });
});
