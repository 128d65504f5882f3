import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { command, Problem } from '../server/node/problem.ts';
import { program } from '../server/node/program.ts';
import { copyFolder } from '../server/node/testing/copy-folder.ts';
import { buildIfChanged } from '../server/node/tools/build.ts';
import { makeDataFolder, removeDataFolder, serverFolder } from './server-folder.ts';

/*
 * Runs the servers of the browser tests, one a worker, at the ports that are the arguments, each on a database and files
 * of its own. The demo community is made once and copied: made by each it would take a third of a minute. Prints `ready`
 * once all respond, and stops them all on a signal or when one of them ends. Leaves nothing of their data behind.
 */

const { positionals: ports } = parseArgs({ allowPositionals: true });
const started: ChildProcess[] = [];
let isStopping = false;
const stop = () => {
  isStopping = true;
  for (const server of started) server.kill('SIGTERM');
};
process.on('SIGTERM', stop).on('SIGINT', stop);

await command(async () => {
  await using opened = new AsyncDisposableStack();
  // Once the servers have stopped: a database that still runs misses its files.
  opened.defer(removeDataFolder);
  await buildIfChanged();
  await makeFolders();
  const servers = ports.map(startServer);
  const ends = servers.map(finish);
  const ended = Promise.all(ends);
  try {
    await Promise.race([Promise.all(servers.map(untilReady)), ended]);
    console.log('ready');
    await ended;
  } finally {
    stop();
    await Promise.allSettled(ends);
  }
});

/** Fills the first server's folder, as a first start of the product does, and copies it for the others. */
async function makeFolders(): Promise<void> {
  await makeDataFolder();
  const [firstPort] = ports;
  if (firstPort === undefined) return;
  const first = startServer(firstPort, 0);
  const end = finish(first);
  try {
    await Promise.race([untilReady(first, 0), end.then(throwEnded)]);
  } finally {
    first.kill('SIGTERM');
    await end;
  }
  for (const index of ports.keys()) if (index > 0) await copyFolder(serverFolder(0), serverFolder(index));
}

/** Throws `Problem`: a server that was stopped has not filled its folder. */
function throwEnded(): never {
  throw new Problem('The first server ended before it responded.');
}

/** Throws `Problem` where all are to stop: what is started now would go on. */
function startServer(port: string, index: number): ChildProcess {
  if (isStopping) throw new Problem('The servers were stopped before all of them ran.');
  const server = spawn(process.execPath, [...program.flags, program.script], {
    env: { ...process.env, ...program.env, PORT: port, DATA_DIR: serverFolder(index) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  started.push(server);
  return server;
}

/** Resolves when the server at a port, by its index, responds, or has ended. */
async function untilReady(server: ChildProcess, index: number): Promise<void> {
  const isUp = () =>
    fetch(`http://localhost:${ports[index]}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (server.exitCode === null && server.signalCode === null && !(await isUp())) await setTimeout(100);
}

/** Resolves when a process ends as it should. Throws `Problem` otherwise. */
async function finish(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Problem(`${child.spawnargs.join(' ')} ended with exit code ${code}.`);
}
