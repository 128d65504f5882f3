import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fill } from './fill.ts';

const shown = (text: string) => renderToStaticMarkup(fill(text, { who: <b>Noor</b>, when: <i>today</i> }));

it('puts elements into the places of their names, in whatever order', () => {
  expect(shown('By {who}, {when}.')).toBe('By <b>Noor</b>, <i>today</i>.');
  expect(shown('{when}: {who}')).toBe('<i>today</i>: <b>Noor</b>');
  expect(shown('By nobody')).toBe('By nobody');
});
