import { createLog } from './log.ts';
import { checkPort, startServer } from './main.ts';
import { Problem } from './problem.ts';
import { readSettings } from './settings.ts';
import { appFolder, buildIfChanged } from './tools/build.ts';

/** Milliseconds after which a stop that hangs is cut short. */
const longestStop = 9500;

try {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  await checkPort(settings);
  await buildIfChanged();
  const server = await startServer(settings, appFolder, log);
  console.log(`Gatherwell is at ${settings.publicUrl}`);
  for (const { email, password, about } of server.accounts)
    console.log(`  sign in as ${email} with ${password}: ${about}`);

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // Ctrl-C reaches us twice: from the terminal, and passed on by npm.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), longestStop).unref();
    await server.stop();
    log.info({}, 'stopped');
    process.exit(0);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
