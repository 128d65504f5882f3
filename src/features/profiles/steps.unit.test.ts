import { expect, test } from 'vitest';
import { type StepPath, wayThrough } from './steps.ts';

/** Next after Next, from the first step on. */
function walk(from: StepPath): string[] {
  const seen: string[] = [];
  for (let path = from; path.startsWith('/complete/'); path = wayThrough(path).next) {
    const { label, percent } = wayThrough(path);
    seen.push(`${path.split('/').at(-1)}: ${label}, ${percent} %`);
  }
  return seen;
}

test('an individual goes through five steps, and home', () => {
  expect(walk('/complete/individual/basic-info')).toEqual([
    'basic-info: Step 2 of 7, 32 %',
    'involvement: Step 3 of 7, 48 %',
    'privacy: Step 4 of 7, 64 %',
    'membership: Step 5 of 7, 80 %',
    'suggestions: Step 7 of 7, 100 %',
  ]);
  expect(wayThrough('/complete/individual/suggestions').next).toBe('/');
});

test('an organization goes through four, and to its dashboard', () => {
  expect(walk('/complete/organization/basic-info')).toEqual([
    'basic-info: Step 2 of 4, 50 %',
    'service-info: Step 3 of 4, 75 %',
    'internal-link: Step 3 of 4, 75 %',
    'membership: Step 4 of 4, 100 %',
  ]);
  expect(wayThrough('/complete/organization/membership').next).toBe('/dashboard');
});

test('Back leads where Next came from, and from the first step nowhere', () => {
  expect(wayThrough('/complete/individual/basic-info').back).toBeUndefined();
  expect(wayThrough('/complete/individual/privacy').back).toBe('/complete/individual/involvement');
  expect(wayThrough('/complete/organization/membership').back).toBe('/complete/organization/internal-link');
});

test('what is no step has no way through', () => {
  expect(() => wayThrough('/dashboard')).toThrow('/dashboard is not a step.');
});
