import { describe, expect, it } from 'vitest';
import { ownershipProblem } from './place.ts';

const folder = '/srv/gatherwell/postgres';
const whole = { folder, mode: 0o40700, mixed: false };

describe('the ownership of the data', () => {
  it.each([
    ['our own', { us: 1000, owner: 1000 }],
    ['the database account’s where we are root', { us: 0, owner: 105 }],
    ['open to our group', { us: 1000, owner: 1000, mode: 0o40750 }],
  ])('is right where it is %s', (_, given) => {
    expect(ownershipProblem({ ...whole, ...given })).toBeUndefined();
  });

  it.each([
    ['root’s', { us: 0, owner: 0 }, /belongs to root, and PostgreSQL does not run as root/],
    [
      'somebody else’s',
      { us: 1000, owner: 105 },
      /belongs to another account \(number 105\) .*\(number 1000\)/,
    ],
    ['mixed', { us: 1000, owner: 1000, mixed: true }, /Some files .* belong to other accounts/],
    ['open to all', { us: 1000, owner: 1000, mode: 0o40755 }, /Other accounts may read/],
  ])('is reported where it is %s', (_, given, says) => {
    expect(ownershipProblem({ ...whole, ...given })?.says).toMatch(says);
  });
});
