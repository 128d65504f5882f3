import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely';
import { statementsIn, withBatches } from '#db/batch.ts';
import type { Database } from '#db/schema.ts';
import { createContext } from '../context.ts';
import { appRouter } from '../router.ts';
import { createCallerFactory } from '../trpc.ts';
import type { Person, World } from './world.ts';

/** A node of a plan as `explain (format json)` returns it, as far as anybody looks at it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** With `analyze`, each time that it ran. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** A node and everything below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** All nodes of the plan that `explain (format json)` returned. */
export const nodesIn = ({ rows }: { rows: { 'QUERY PLAN': { Plan: PlanNode }[] }[] }): PlanNode[] =>
  rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));

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

/** Calls as a user and returns the statements with a plan that were sent to the database meanwhile. On Postgres only. */
export async function statementsOf(
  { database: { pool }, deps }: World,
  { token }: Person,
  work: (caller: ReturnType<World['as']>) => Promise<unknown>,
): Promise<Statement[]> {
  if (!pool) throw new Error('There is no pool.');
  const sent: Statement[] = [];
  const db = new Kysely<Database>({
    dialect: withBatches(new PostgresDialect({ pool }), { canPipeline: false }),
    log: keepStatements(sent),
  });
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const context = () =>
    createContext({ ...deps, db }, headers, { requestId: 'plans', clientAddress: '192.0.2.1' });
  await work(createCallerFactory(appRouter)(context));
  return sent.filter(hasPlan);
}
