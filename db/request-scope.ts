import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutDatabaseDeadline } from './deadline.ts';
import type { Precondition } from './precondition.ts';

const preconditions = new AsyncLocalStorage<Precondition>();

/** Runs work whose first statement carries a precondition. */
export const underPrecondition = <T>(precondition: Precondition, work: () => T): T =>
  preconditions.run(precondition, work);

/** Returns the precondition of the work in which this is called, if there is one. */
export const currentPrecondition = (): Precondition | undefined => preconditions.getStore();

/** Runs work that a request sets off and does not wait for, or not alone: what holds for the request is not for it. */
export const outsideOfRequest = <T>(work: () => T): T =>
  preconditions.exit(() => withoutDatabaseDeadline(work));
