import { expect, test } from 'vitest';
import { toPlaywright } from './playwright.ts';
import { type Act, parseRecording, type Recording, readRecording, scenarioOf } from './recording.ts';

const target = (role: string | null, name: string, index = 0, count = 1) => ({
  role,
  name,
  isWhole: true,
  index,
  count,
  css: role === null ? 'canvas.map' : null,
});

const recordingOf = (acts: Act[]): Recording => ({
  format: 'gatherwell-recording',
  version: 1,
  recordedAt: '2026-11-25T18:30:00.000Z',
  start: {
    seed: 'demo',
    database: null,
    user: 'maria@demo.gatherwell.example',
    path: '/calendar?view=week',
    scenario: {
      latency: 300,
      fail: 'posts.*:500',
      faults: 'seed 7; posts.like call 2: 503',
      faultCounts: { 'posts.like': 1 },
      offline: false,
      now: '2031-05-04T10:00:00.000Z',
    },
  },
  acts,
});

const lineOf = (act: Act) =>
  toPlaywright(recordingOf([act]), './file.json')
    .split('\n')[4]
    ?.trim();

test('a recording becomes a test that opens it and does its acts', () => {
  const acts: Act[] = [
    { kind: 'click', target: target('link', 'Home') },
    { kind: 'open', path: '/wallet' },
  ];
  expect(
    toPlaywright(recordingOf(acts), './file.json'),
  ).toBe(`import { expect, test } from 'gatherwell-testing/playwright';

test('recorded 2026-11-25 18:30 from /calendar?view=week', async ({ openRecording }) => {
  const page = await openRecording('./file.json');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.goto('/wallet');
  // What should be there now, and what is.
  await expect(page.getByRole('main')).toBeVisible();
});
`);
});

test('an act on another screen waits until that has come, whatever ids are in its address', () => {
  const id = '019a43e6-c68d-70ac-88e4-7f4d4aaeb252';
  const acts: Act[] = [
    { kind: 'click', screen: '/calendar', target: target('link', 'Messages') },
    { kind: 'click', screen: '/conversation/all', target: target('link', 'Ana') },
    { kind: 'fill', screen: '/conversation/*', target: target('textbox', ''), value: 'Hello' },
    { kind: 'press', screen: '/conversation/*', target: target('textbox', ''), key: 'Enter' },
    { kind: 'open', path: `/user/${id}?from=list` },
    { kind: 'click', screen: '/user/*', target: target('button', 'Follow') },
  ];
  expect(toPlaywright(recordingOf(acts), './file.json').split('\n').slice(4, -4)).toEqual([
    "  await page.getByRole('link', { name: 'Messages', exact: true }).click();",
    '  await page.waitForURL(/^[^?#]*\\/conversation\\/all(?:[?#]|$)/);',
    "  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');",
    "  await page.getByRole('link', { name: 'Ana', exact: true }).click();",
    '  await page.waitForURL(/^[^?#]*\\/conversation\\/[^/]+(?:[?#]|$)/);',
    "  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');",
    "  await page.getByRole('textbox').fill('Hello');",
    "  await page.getByRole('textbox').press('Enter');",
    `  await page.goto('/user/${id}?from=list');`,
    "  await page.getByRole('button', { name: 'Follow', exact: true }).click();",
  ]);
});

test.each<[Act, string]>([
  [
    { kind: 'click', target: target('button', 'Like', 2, 7) },
    "await page.getByRole('button', { name: 'Like', exact: true }).nth(2).click();",
  ],
  [
    { kind: 'click', target: { ...target('link', 'Ana (Bo)/Co. $1'), isWhole: false } },
    "await page.getByRole('link', { name: /^Ana \\(Bo\\)\\/Co\\. \\$1/ }).click();",
  ],
  [{ kind: 'click', target: target('textbox', '') }, "await page.getByRole('textbox').click();"],
  [{ kind: 'click', target: target(null, '') }, "await page.locator('canvas.map').click();"],
  [
    { kind: 'fill', target: target('textbox', 'Ana’s "name"'), value: "It's\n`${1}` \\ \u2028" },
    "await page.getByRole('textbox', { name: 'Ana’s \"name\"', exact: true }).fill('It\\'s\\n`${1}` \\\\ \\u2028');",
  ],
  [
    { kind: 'fill', target: target('textbox', 'Password'), value: null },
    "await page.getByRole('textbox', { name: 'Password', exact: true }).fill(process.env.SECRET ?? ''); // was not recorded",
  ],
  [
    { kind: 'select', target: target('combobox', 'Month'), values: ['1', '2'] },
    "await page.getByRole('combobox', { name: 'Month', exact: true }).selectOption(['1', '2']);",
  ],
  [
    { kind: 'press', target: target('textbox', 'Text'), key: 'Control+Enter' },
    "await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+Enter');",
  ],
  [{ kind: 'press', target: null, key: 'Escape' }, "await page.keyboard.press('Escape');"],
])('%j is written as code', (act, line) => {
  expect(lineOf(act)).toBe(line);
});

test('the scenario is that of the start, by a clock that goes on from there', () => {
  const now = new Date('2026-11-26T10:00:00.000Z');
  const scenario = scenarioOf(recordingOf([]), now);
  expect(scenario).toMatchObject({
    latency: 300,
    failures: [{ pattern: 'posts.*', outcome: 500 }],
    faults: { seed: 7, rules: [{ pattern: 'posts.like' }] },
  });
  expect(new Date(now.getTime() + scenario.clockAhead).toISOString()).toBe('2031-05-04T10:00:00.000Z');
});

test('a file is read, and one that is no recording is rejected with the place', () => {
  const recording = recordingOf([{ kind: 'open', path: '/' }]);
  expect(parseRecording(JSON.stringify(recording))).toEqual(recording);
  expect(() => parseRecording('no')).toThrow('This is not a recording: the file is not JSON.');
  expect(() => readRecording({ ...recording, version: 2 })).toThrow('version: This recording is of another');
  expect(() =>
    readRecording({ ...recording, acts: [{ kind: 'open', path: 'javascript:alert(1)' }] }),
  ).toThrow('acts.0.path: ');
  const start = {
    ...recording.start,
    scenario: { ...recording.start.scenario, faults: 'posts.like: loose' },
  };
  expect(() => readRecording({ ...recording, start })).toThrow('is not a fault');
});
