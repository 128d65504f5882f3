import { afterEach, describe, expect, test, vi } from 'vitest';
import { FaultRun, freshProgress } from './faults/run.ts';
import { parseFaultScript } from './faults/script.ts';
import { linkOf, readFailures, readSwitches, scriptOf, usualScenario, writeFailures } from './scenarios.ts';

afterEach(() => void vi.unstubAllGlobals());

const now = new Date('2026-11-21T08:00:00Z');
const read = (address: string, current = usualScenario) =>
  readSwitches(new URL(address, 'https://gatherwell.test'), current, now);

describe('switches in the address', () => {
  test('are taken out of it, and leave the rest as it was', () => {
    expect(read('/search/organization?page=2&scenario-latency=800#list')).toEqual({
      scenario: { ...usualScenario, latency: 800 },
      seed: undefined,
      recording: undefined,
      user: undefined,
      ownSession: undefined,
      reset: false,
      restartsFaults: false,
      address: '/search/organization?page=2#list',
    });
  });

  test('name a seed, or which there are', () => {
    expect(read('/?scenario-seed=edge-cases')).toMatchObject({ seed: 'edge-cases', reset: false });
    expect(() => read('/?scenario-seed=huge')).toThrow(
      '"huge" is not a seed: choose empty, demo, large, or edge-cases.',
    );
  });

  test('are absent where the address has none', () => {
    expect(read('/?page=2')).toBeUndefined();
  });

  test('leave what they do not name as it is in force', () => {
    const current = { ...usualScenario, latency: 300, offline: true };
    expect(read('/?scenario-offline=0', current)?.scenario).toEqual({ ...current, offline: false });
  });

  test('start from the usual after a reset', () => {
    const current = { ...usualScenario, latency: 300 };
    expect(read('/?scenario-reset=1&scenario-user=maria@demo.gatherwell.example', current)).toMatchObject({
      reset: true,
      user: 'maria@demo.gatherwell.example',
      scenario: usualScenario,
    });
  });

  test('move the clock to the instant given, and back', () => {
    expect(read('/?scenario-now=2026-11-21T09:00:00Z')?.scenario.clockAhead).toBe(3_600_000);
    expect(read('/?scenario-now=', { ...usualScenario, clockAhead: 5 })?.scenario.clockAhead).toBe(0);
  });

  test.each([
    'scenario-latency=soon',
    'scenario-faults=posts.like:never',
    'scenario-latency=-1',
    'scenario-fail=posts.*',
    'scenario-now=noon',
    'scenario-seed=huge',
  ])('that cannot be understood are rejected: %s', (query) => {
    expect(() => read(`/?${query}`)).toThrow(RangeError);
  });
});

describe('failing calls', () => {
  const rules = readFailures('posts.like:lost, posts.*:500, accounts.signIn:network');

  test('are named by patterns, the first that fits decides', () => {
    const run = new FaultRun(() => scriptOf({ ...usualScenario, failures: rules }), freshProgress('/'));
    const met = (name: string) => run.next(name).faults;
    expect(met('posts.like')).toEqual([{ kind: 'lost' }]);
    expect(met('posts.create')).toEqual([{ kind: 'status', status: 500 }]);
    expect(met('accounts.signIn')).toEqual([{ kind: 'network' }]);
    expect(met('accounts.signInAgain')).toEqual([]);
    expect(met('postsXlike')).toEqual([]);
  });

  test('can be written as they are read', () => {
    expect(readFailures(writeFailures(rules))).toEqual(rules);
  });
});

describe('a link', () => {
  test('brings what is in force to another browser', () => {
    vi.stubGlobal('location', { origin: 'https://gatherwell.test' });
    const scenario = {
      ...usualScenario,
      latency: 300,
      failures: readFailures('feeds.*:500'),
      faults: parseFaultScript(
        'name Tea; 100% & more\nposts.like call 2: body {"a":"b;c+d"}'.replace(';', ','),
      ),
    };
    const link = linkOf('/search?page=2#list', scenario, { user: 'maria@demo.gatherwell.example' });
    expect(link).toContain('?page=2&scenario-user=maria@demo.gatherwell.example&scenario-latency=300');
    expect(link).toContain('posts.like+call+2:+body+');
    expect(read(link)).toMatchObject({
      scenario,
      user: 'maria@demo.gatherwell.example',
      restartsFaults: true,
      address: '/search?page=2#list',
    });
  });
});
