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
  leftOpen: 0,
  held: [],
};

const failed = (figures: Figures) =>
  Object.entries(judgeLoad([well, figures])).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

it('finds nothing where the goals are met, and reports the figures', () => {
  expect(failed(well)).toEqual([]);
  expect(loadReportOf({ figures: [well], findings: judgeLoad([well]) })).toContain(
    'an attack: healthz p99 20 ms, max 5000 ms; feed p99 900 ms',
  );
});

it.each<[string, Partial<Figures>]>([
  ['liveness', { healthz: Array.from({ length: 300 }, (_, n) => (n < 296 ? 20 : 260)) }],
  ['liveness', { healthz: [20, 260, 260, 260] }],
  ['feeds', { feed: Array.from({ length: 9 }, () => 1_200) }],
  ['memory', { memory: { before: 300 * megabyte, most: 501 * megabyte } }],
  ['at most 16 KB', { longestError: goals.error + 1 }],
  ['closed', { leftOpen: 1 }],
  ['liveness', { healthz: [] }],
])('finds fault with %s', (name, figures) => {
  expect(failed({ ...well, ...figures })).toEqual([expect.stringContaining(name)]);
});
