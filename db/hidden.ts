import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a value as a sub-select, which hides it from the planner, so that one plan is the best for all and is kept. Where
 * a value shows, the plan for it alone often looks cheaper than one for all values, and then the statement is planned anew
 * each time: for a statement with many tables that takes several times as long as executing it.
 */
export const hidden = <Value>(
  value: Value,
  type: 'int' | 'uuid' | 'uuid[]' | 'timestamptz',
): RawBuilder<Value> => sql<Value>`(select ${value}::${sql.raw(type)})`;
