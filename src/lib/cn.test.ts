import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn.ts';

/** The library's own table, with the names that only this product has. */
const complete = extendTailwindMerge({
  extend: {
    theme: {
      spacing: ['control', 'control-sm'],
      container: ['reading'],
      shadow: ['card', 'float'],
      ease: ['settle'],
      animate: [
        'shimmer',
        'slide',
        'fade-in',
        'fade-out',
        'pop-in',
        'pop-out',
        'sheet-in',
        'sheet-out',
        'side-in',
        'side-out',
      ],
    },
  },
});

/** A class without its variants: `sm:hover:bg-line` is `bg-line`. */
const withoutVariants = (name: string) =>
  name.replace(/^(?:[^:[\]()]*(?:\[[^\]]*\]|\([^)]*\))?[^:[\]()]*:)+/, '');

/** Every class that stands in the sources. */
function findClasses(): string[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: process.cwd() })
    .filter((file) => !/\.test\.|\/mocks\/|cn\.ts/.test(file))
    .map((file) => readFileSync(join(process.cwd(), file), 'utf8'));
  const words = sources.flatMap((source) =>
    [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap((found) =>
      (found[1] ?? found[2] ?? found[3] ?? '').split(/\s+/),
    ),
  );
  const names = new Set(words.filter((word) => /^[-a-z[]/.test(word)).map(withoutVariants));
  // Written twice, a class stays once; any other word stays twice.
  return [...names].filter((name) => name !== '' && complete(`${name} ${name}`) === name);
}

test('of every two classes in the sources, the same stay as by the complete table', () => {
  const classes = findClasses();
  expect(classes.length).toBeGreaterThan(300);
  const different: string[] = [];
  for (const one of classes)
    for (const other of classes) {
      const both = `${one} ${other}`;
      if (one !== other && cn(both) !== complete(both))
        different.push(`${both}: ${cn(both)}, not ${complete(both)}`);
    }
  expect(different.slice(0, 60)).toEqual([]);
}, 120_000);

test('falsy names are dropped, and what holds at other times is kept apart', () => {
  expect(cn('p-2', false, undefined, ['px-4', null])).toBe('p-2 px-4');
  expect(cn('bg-line hover:bg-ink', 'bg-ink')).toBe('hover:bg-ink bg-ink');
});
