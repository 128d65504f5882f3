// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { isSecret } from './recorder.ts';
import { describeTarget, findActedOn, findTarget } from './targets.ts';

const show = (html: string) => {
  document.body.innerHTML = html;
  return (selector: string) => document.querySelector(selector) as HTMLElement;
};

test.each([
  ['<input type="password">', true],
  ['<input autocomplete="current-password">', true],
  ['<input autocomplete="one-time-code">', true],
  ['<label>Access token <input></label>', true],
  ['<label>Client secret <textarea></textarea></label>', true],
  ['<label>Email <input autocomplete="email"></label>', false],
  ['<label>Message to Ana <textarea></textarea></label>', false],
])('whether %s is a secret', (html, expected) => {
  expect(isSecret(show(html)('input, textarea'))).toBe(expected);
});

test('a password stays secret when it is shown', () => {
  const field = show('<input type="password">')('input');
  expect(isSecret(field)).toBe(true);
  field.setAttribute('type', 'text');
  expect(isSecret(field)).toBe(true);
});

test('an act is on what has a role, wherever in it the event was', () => {
  const find = show('<main><button><svg><path id="icon"/></svg></button><p id="text">Text</p></main>');
  expect(findActedOn(find('#icon'))).toBe(find('button'));
  expect(findActedOn(find('#text'))).toBeUndefined();
});

test('what is described is found again, among those of the same name and past the panel', () => {
  const find = show(`
    <aside data-tester><button>Like</button></aside>
    <article><button>Like</button><button hidden>Like</button></article>
    <article><button id="second">Like</button></article>`);
  const target = describeTarget(find('#second'));
  expect(target).toEqual({ role: 'button', name: 'Like', isWhole: true, index: 1, count: 2, css: null });
  expect(findTarget(target)).toBe(find('#second'));
  find('#second').remove();
  expect(findTarget(target)).toBeUndefined();
});

test('a name counts up to the time in it, which is another one on another day', () => {
  const find = show('<a href="/">Ana Moreau <time datetime="2026-11-25">3 hours ago</time> Hello</a>');
  const target = describeTarget(find('a'));
  expect(target).toMatchObject({ role: 'link', name: 'Ana Moreau', isWhole: false });
  find('time').textContent = '2 days ago';
  expect(findTarget(target)).toBe(find('a'));
});
