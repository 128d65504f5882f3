import { isDatabaseUnavailable } from '#db/unavailable.ts';
import type { AppFiles } from './app-files.ts';
import { checkPort } from './listen.ts';
import { createLog } from './log.ts';
import { startServer } from './main.ts';
import { withStandIn } from './networks-stand-in/with-stand-in.ts';
import { command } from './problem.ts';
import { readSettings, type Settings } from './settings.ts';

/** Milliseconds after which a stop that hangs is cut short, from when the server serves no more. */
const longestStop = 9500;

/**
 * Runs the server as this process, by the settings in the environment, until it gets a signal to stop. What keeps it
 * from starting is printed in a line, and the exit code is 1. `prepareApp` makes the app ready once the port is known
 * to be free.
 */
export async function run(prepareApp: (settings: Settings) => Promise<AppFiles>): Promise<void> {
  await command(async () => {
    const { settings, standIn } = await withStandIn(readSettings(process.env));
    const log = createLog(settings.logLevel);
    // The job library does not await all its queries. Any other promise that is not awaited is a fault.
    process.on('unhandledRejection', (reason) => {
      if (!isDatabaseUnavailable(reason)) throw reason;
      log.warn({ err: reason }, 'work that nobody waits for met a database that is away');
    });
    // That library also prints the errors of its workers, for which the log has lines already.
    console.trace = () => {};
    await checkPort(settings);
    // The database starts meanwhile. Where that fails first, its error is the one that is reported.
    const appFiles = prepareApp(settings);
    appFiles.catch(() => {});
    const server = await startServer(settings, appFiles, log);
    console.log(`Gatherwell is at ${settings.publicUrl}`);
    for (const { email, password, about } of server.accounts)
      console.log(`  sign in as ${email} with ${password}: ${about}`);
    if (standIn) console.log(`  Facebook, Twitter and LinkedIn are stand-ins: ${standIn.url}/stand-in/posts`);

    let isStopping = false;
    const stop = async (signal: NodeJS.Signals) => {
      // Ctrl-C reaches us twice: from the terminal, and passed on by npm.
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), longestStop + 1000 * settings.drainSeconds).unref();
      await server.stop();
      await standIn?.close();
      log.info({}, 'stopped');
      process.exit(0);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}
