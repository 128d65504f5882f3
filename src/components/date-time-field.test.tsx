import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DateTimeField } from './date-time-field.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-10T18:20:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Shows the field, picks a day of December from the month, and returns what the form hears. */
async function pick(day: number, value: string | null): Promise<(string | null)[]> {
  const heard: (string | null)[] = [];
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <DateTimeField
      label="Start"
      value={value}
      onValueChange={(next) => heard.push(next)}
      timeZone="America/New_York"
    />,
  );
  (await found('button')).click();
  (await found(`[role="gridcell"] [aria-label*="December ${day},"]`)).click();
  await vi.waitFor(() => expect(heard).not.toEqual([]));
  return heard;
}

const found = (selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`${selector} is not shown.`);
    return element;
  });

it.each([
  ['today: the next full hour in the zone of the form', 10, '2026-12-10T14:00'],
  ['another day: nine in the morning', 24, '2026-12-24T09:00'],
])('proposes a time for a day picked from the month: %s', async (_, day, proposed) => {
  expect(await pick(day, null)).toEqual([proposed]);
});

it('keeps the time that was entered when another day is picked', async () => {
  expect(await pick(24, '2026-12-10T18:45')).toEqual(['2026-12-24T18:45']);
});
