import { sql } from 'kysely';
import { areMigrationsCurrent, type Db } from '#db/database.ts';

/** Whether this process should get requests. */
export interface Health {
  /** Why it should not, or undefined where it should. */
  trouble(): Promise<string | undefined>;
  /** From now on it should not. */
  leave(): void;
}

/** Milliseconds that the database has to show that it is there. */
const timeoutMs = 1800;

/** Milliseconds for which what was found stays true, so that asking often costs the database nothing. */
const freshFor = 500;

export function createHealth(db: Db): Health {
  let isLeaving = false;
  let isMigrated = false;
  let found: { trouble: Promise<string | undefined>; until: number } | undefined;

  async function ask(): Promise<string | undefined> {
    const check = (async () => {
      await sql`select 1`.execute(db);
      // Once current, the database can only move ahead of this process.
      isMigrated ||= await areMigrationsCurrent(db);
      return isMigrated ? undefined : 'migrations are missing';
    })();
    const { promise: silence, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, timeoutMs, 'the database does not answer');
    return Promise.race([check.catch(() => 'the database does not answer'), silence]).finally(() =>
      clearTimeout(timer),
    );
  }

  return {
    async trouble() {
      if (isLeaving) return 'shutting down';
      if (!found || found.until < performance.now()) {
        const trouble = ask();
        const asked = { trouble, until: Infinity };
        found = asked;
        void trouble.finally(() => {
          asked.until = performance.now() + freshFor;
        });
      }
      return found.trouble;
    },
    leave() {
      isLeaving = true;
    },
  };
}
