import { once } from 'node:events';
import { command, Problem } from '../server/node/problem.ts';
import { buildIfChanged } from '../server/node/tools/build.ts';
import { startCluster } from './chaos/cluster/cluster.ts';
import type { LogEntry } from './chaos/evidence.ts';
import { makeDataFolder, removeDataFolder, serverFolder } from './server-folder.ts';

/*
 * Runs a cluster for the browser tests, which come through HAProxy at the port that is the argument. Its database is filled
 * with the demo community. Prints `ready` once all of it responds, and stops it on a signal.
 */

await command(async () => {
  const port = Number(process.argv[2]);
  if (!(port > 0)) throw new Problem('node e2e/cluster-server.ts PORT');
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await Promise.all([buildIfChanged(), makeDataFolder()]);
  const { LOG_LEVEL, PUBLISH_UNDO_SECONDS } = process.env;
  const cluster = await startCluster({
    isSynchronous: true,
    tell: (line) => console.log(line),
    door: {
      port,
      dataDir: serverFolder(0),
      env: { SEED: 'demo', LOG_LEVEL, PUBLISH_UNDO_SECONDS },
      hear: (entry) => console.log(describe(entry)),
    },
  });
  try {
    console.log('ready');
    await stopped;
  } finally {
    await cluster.close();
    await removeDataFolder();
  }
});
process.exit();

function describe({ from, level, message, status, error }: LogEntry): string {
  return [`server ${from}`, level, message, status, error].filter((part) => part !== undefined).join(' ');
}
