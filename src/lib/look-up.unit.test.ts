import { expect, test } from 'vitest';
import { nothingFound } from './look-up.ts';

const answered = { isError: false, isPaused: false };

test('reports that nothing was found only where everything was looked up', () => {
  expect(nothingFound('Places', [answered, answered])).toBe('Not found');
  expect(nothingFound('Places', [answered], 'None')).toBe('None');
  for (const failed of [
    { isError: true, isPaused: false },
    { isError: false, isPaused: true },
  ])
    expect(nothingFound('Places', [answered, failed], 'None')).toBe('Places can’t be loaded right now');
});
