import type { KyselyConfig } from 'kysely';
import { statementsIn } from '#db/batch.ts';

/** A node of a plan as `explain (format json)` returns it, as far as anybody looks at it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** With `analyze`, each time that it ran. */
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** A node and everything below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A statement as it is sent to the database. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Whether a statement is one that has a plan. */
export const hasPlan = ({ sql }: Statement): boolean => /^\s*(select|with|insert|update|delete)/i.test(sql);

/** A logger for Kysely that keeps what is sent. */
export const keepStatements =
  (sent: Statement[]): NonNullable<KyselyConfig['log']> =>
  ({ level, query }) =>
    void (level === 'query' && sent.push(...statementsIn(query)));
