import { expect, it } from 'vitest';
import { avatarColor, avatarColors } from './avatar-color.ts';

it('gives an id the same colour every time', () => {
  expect(avatarColor('0198c0de-alice')).toBe(avatarColor('0198c0de-alice'));
});

it('spreads ids that were made one after the other over all colours', () => {
  const ids = Array.from(
    { length: 1200 },
    (_, n) => `0198c0de-7000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  const counts = Map.groupBy(ids, avatarColor);
  expect(counts.size).toBe(avatarColors.length);
  for (const [, list] of counts) expect(list.length).toBeGreaterThan(40);
});
