import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { PasswordsPort } from '#server/ports.ts';

/** KiB of memory and passes over it for one argon2id hash: what OWASP recommends. */
const usualCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * Passwords as argon2id hashes. Only a few are computed at a time, on other threads, so that many people who sign
 * in at once wait for each other and nobody else does.
 */
export function createPasswords(cost = usualCost): PasswordsPort {
  // One core stays free for requests, and of Node's four worker threads one for files and names.
  const inTurn = pLimit(Math.min(3, Math.max(1, availableParallelism() - 1)));
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (hashed, password) => inTurn(() => verify(hashed, password)),
  };
}
