import { PostgresDialect } from 'kysely';
import { defineConfig } from 'kysely-ctl';
import { migrations } from '#db/migrations/index.ts';
import { createPool } from '#db/postgres.ts';
import { borrowDatabase } from '#server/node/database.ts';
import { readSettings } from '#server/node/settings.ts';

// `npx kysely` works on DATABASE_URL or on the embedded database, which is started where the server does not run.
export default defineConfig({
  dialect: new PostgresDialect({
    pool: async () => {
      const { error, warn } = console;
      const server = await borrowDatabase(readSettings(process.env), { info: () => {}, warn, error });
      const { connectionString } = server;
      // A connection that breaks shows in the statement that needs it.
      const onIdleError = () => {};
      const pool = createPool({
        connectionString,
        name: 'kysely',
        max: 1,
        timeoutMs: undefined,
        onIdleError,
      });
      return {
        connect: () => pool.connect(),
        options: pool.options,
        end: async () => {
          await pool.end();
          await server.stop();
        },
      };
    },
  }),
  migrations: { provider: { getMigrations: async () => migrations } },
});
