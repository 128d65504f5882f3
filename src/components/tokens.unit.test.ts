import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postTypes } from '#src/entities/post-type.ts';
import { avatarColors } from '#src/lib/avatar-color.ts';

const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';

/** A colour token's value in one theme, as the style sheet has it. */
function token(name: string, theme: Theme): string {
  const pair = new RegExp(`--color-${name}:\\s*light-dark\\((#[0-9a-f]{6}),\\s*(#[0-9a-f]{6})\\);`).exec(css);
  const same = new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6});`).exec(css);
  const value = pair ? pair[theme === 'light' ? 1 : 2] : same?.[1];
  if (value === undefined) throw new Error(`styles.css has no opaque colour ${name}`);
  return value;
}

/** Relative luminance of an sRGB colour, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken'];
const inks = ['ink', 'muted', 'brand-ink', 'accent-ink', 'danger-ink', 'success-ink'];

const text: [ink: string, ground: string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...['brand', 'accent', 'danger', 'success'].flatMap((tone): [string, string][] => [
    [`${tone}-ink`, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-accent', 'accent'],
  ['map-label', 'map-land'],
  ['map-label', 'map-water'],
];

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  it.each(text)('%s can be read on %s', (ink, ground) => {
    expect(contrast(token(ink, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('the edges of controls and the focus ring stand out from %s', (ground) => {
    if (ground !== 'sunken')
      expect(contrast(token('line-strong', theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
    expect(contrast(token('focus', theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(postTypes))(
    '%s can be read on its tint, on every ground, and under its label',
    (type) => {
      const color = token(`post-${type}`, theme);
      for (const ground of [`post-${type}-soft`, 'on-post', 'canvas', 'surface', 'raised'])
        expect(contrast(color, token(ground, theme)), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(avatarColors)('initials can be read on %s', (color) => {
    expect(
      contrast(token('on-avatar', theme), token(color.slice('bg-'.length), theme)),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

it.each(Object.entries(postTypes))('%s uses its own tokens everywhere', (type, look) => {
  expect(look.color).toBe(`var(--color-post-${type})`);
  expect(look.tint).toBe(`var(--color-post-${type}-soft)`);
  expect(look.badge.split(' ')).toEqual([`bg-post-${type}-soft`, `text-post-${type}`]);
  expect(look.fill.split(' ')).toEqual([`bg-post-${type}`, 'text-on-post']);
});
