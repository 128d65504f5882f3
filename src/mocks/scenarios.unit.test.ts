import { describe, expect, test } from 'vitest';
import { outcomeOf, readFailures, readSwitches, usualScenario, writeFailures } from './scenarios.ts';

const now = new Date('2026-11-21T08:00:00Z');
const read = (address: string, current = usualScenario) =>
  readSwitches(new URL(address, 'https://gatherwell.test'), current, now);

describe('switches in the address', () => {
  test('are taken out of it, and leave the rest as it was', () => {
    expect(read('/search/organization?page=2&scenario-latency=800#list')).toEqual({
      scenario: { ...usualScenario, latency: 800 },
      user: undefined,
      ownSession: undefined,
      reset: false,
      address: '/search/organization?page=2#list',
    });
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

  test.each(['scenario-latency=soon', 'scenario-latency=-1', 'scenario-fail=posts.*', 'scenario-now=noon'])(
    'that cannot be understood are rejected: %s',
    (query) => {
      expect(() => read(`/?${query}`)).toThrow(RangeError);
    },
  );
});

describe('failing calls', () => {
  const rules = readFailures('posts.like:lost, posts.*:500, accounts.signIn:network');

  test('are named by patterns, the first that fits decides', () => {
    expect(outcomeOf('posts.like', rules)).toBe('lost');
    expect(outcomeOf('posts.create', rules)).toBe(500);
    expect(outcomeOf('accounts.signIn', rules)).toBe('network');
    expect(outcomeOf('accounts.signInAgain', rules)).toBeUndefined();
    expect(outcomeOf('postsXlike', rules)).toBeUndefined();
  });

  test('can be written as they are read', () => {
    expect(readFailures(writeFailures(rules))).toEqual(rules);
  });
});
