import { expect, it } from 'vitest';
import { type Figures, goals, judgeLoad, loadReportOf } from './load.ts';

const megabyte = 1024 * 1024;
const well: Figures = {
  attack: 'an attack',
  healthz: [...Array.from({ length: 99 }, () => 20), 5_000],
  feed: Array.from({ length: 100 }, () => 900),
  memory: { before: 300 * megabyte, most: 499 * megabyte },
  slowest: 20_000,
  longestError: goals.error,
  held: [],
};

const inTime = { siege: '200 half-sent heads', leftOpen: 0 };

const failed = (figures: Figures, closing = inTime) =>
  Object.entries(judgeLoad([well, figures], [inTime, closing])).flatMap(([name, found]) =>
    found.length > 0 ? [name] : [],
  );

it('finds nothing where the goals are met, and reports the figures', () => {
  expect(failed(well)).toEqual([]);
  const report = loadReportOf({ figures: [well], closings: [inTime], findings: judgeLoad([well], [inTime]) });
  expect(report).toContain('an attack: healthz p99 20 ms, max 5000 ms; feed p99 900 ms');
  expect(report).toContain('200 half-sent heads, in time: 0 left open');
});

it.each<[string, Partial<Figures>]>([
  ['liveness', { healthz: Array.from({ length: 300 }, (_, n) => (n < 296 ? 20 : 260)) }],
  ['liveness', { healthz: [20, 260, 260, 260] }],
  ['feeds', { feed: Array.from({ length: 9 }, () => 1_200) }],
  ['memory', { memory: { before: 300 * megabyte, most: 501 * megabyte } }],
  ['at most 16 KB', { longestError: goals.error + 1 }],
  ['liveness', { healthz: [] }],
])('finds fault with %s', (name, figures) => {
  expect(failed({ ...well, ...figures })).toEqual([expect.stringContaining(name)]);
});

it('finds fault with connections that are not closed', () => {
  expect(failed(well, { ...inTime, leftOpen: 1 })).toEqual([expect.stringContaining('closed')]);
});
