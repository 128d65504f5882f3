import { assert, describe, expect, it } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import { createLog } from './log.ts';

const world = setUpWorld();

/** Logs an error as the server does, and returns the line. */
function logged(err: unknown): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).error({ err }, 'procedure failed');
  return lines.join('');
}

/** Runs a statement that fails, and returns the error. */
async function failing(statement: string, values: unknown[] = []): Promise<Error> {
  const { pool } = world.database;
  assert(pool);
  const error: unknown = await pool.query(statement, values).catch((reason: unknown) => reason);
  assert(error instanceof Error);
  return error;
}

describe('an error of the database', () => {
  const secret = 'marked-address@example.org';
  const statements: [what: string, statement: string, values: unknown[], code: string][] = [
    ['an instant that is none', 'select $1::timestamptz', [secret], '22007'],
    ['an id that is none', 'select $1::uuid', [secret], '22P02'],
    ['JSON that is none', 'select $1::json', [`{"a": ${secret}}`], '22P02'],
    ['a query that is none', 'select to_tsquery($1)', [`${secret} & (`], '42601'],
    ['a list that is none', 'select $1::int[]', [secret], '22P02'],
    ['a value out of range', 'select $1::int', ['99999999999 marked'], '22003'],
    ['words of a trigger', `do $$ begin raise exception '${secret}'; end $$`, [], 'P0001'],
  ];

  it.each(statements)(
    'is logged by its code, without the value: %s',
    async (_what, statement, values, code) => {
      const error = await failing(statement, values);
      expect(error.message + JSON.stringify(error)).toContain('marked');
      for (const err of [error, new Error(error.message, { cause: error })]) {
        const line = logged(err);
        expect(line).not.toContain('marked');
        expect(line).toContain(`"code":"${code}"`);
        expect(line).toContain('"routine":');
      }
    },
  );

  it('is logged with its constraint and table, without the row', async () => {
    const alice = await world.individual('alice');
    const error = await failing(
      `insert into users (id, user_type, email, password_hash, created_at)
       values (gen_random_uuid(), 'individual', $1, '', now())`,
      [alice.email],
    );
    expect(JSON.stringify(error)).toContain(alice.email);
    const line = logged(error);
    expect(line).not.toContain(alice.email);
    expect(line).toMatch(/"table":"users".*"constraint":"\w+"/);
  });

  it('keeps the words that hold no value', async () => {
    expect(logged(await failing('select * from nowhere'))).toContain('relation \\"nowhere\\" does not exist');
  });

  it('keeps the frames of the stack', async () => {
    expect(logged(await failing('select $1::uuid', [secret]))).toMatch(/at .*log\.test\.ts/);
  });
});

it('logs other errors with their words, but for mail addresses', () => {
  const line = logged(new Error('alice@example.org is not wanted'));
  expect(line).toContain('[address] is not wanted');
});
