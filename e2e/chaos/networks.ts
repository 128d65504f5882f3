import { Problem } from '#server/node/problem.ts';
import { type Shared, shareAmongDeaths } from '#server/node/testing/sharing.ts';
import { startServers } from './servers.ts';

/**
 * Shares posts at three networks whose responses get lost, by processes that are killed, on a database of their own.
 * Resolves to what was wrong.
 */
export async function tryNetworks(posts: number, tell: (line: string) => void): Promise<string[]> {
  const servers = await startServers(['one']);
  try {
    const [server] = servers.processes;
    if (!server) throw new Problem('There is no server.');
    // It has made the tables, and knows no network.
    await server.end('SIGTERM');
    const shared = await shareAmongDeaths({
      db: servers.db,
      connectionString: servers.connectionString,
      organizations: 16,
      posts,
      processes: 4,
      deaths: 20,
      standstillMs: 120_000,
      tell,
    });
    tell(describe(shared));
    return findingsOf(shared);
  } finally {
    await servers.close();
  }
}

const describe = ({ expected, posted, failed, seconds }: Shared) =>
  `${expected} posts at networks: ${posted} posted, ${failed} failed and said so, in ${Math.round(seconds)} s`;

const findingsOf = ({ waiting, wrong, early }: Shared): string[] => [
  ...(waiting > 0 ? [`${waiting} posts were neither posted nor given up`] : []),
  ...(wrong > 0 ? [`${wrong} posts are not there once, or are there and said not to be`] : []),
  ...(early > 0 ? [`${early} posts were there before their time`] : []),
];
