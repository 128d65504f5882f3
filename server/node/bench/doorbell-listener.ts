import { createPool } from '#db/postgres.ts';
import { createDoorbell } from '../ports/doorbell.ts';
import { connectRedis } from '../ports/redis.ts';
import { createRedisDoorbell } from '../ports/redis-doorbell.ts';
import type { DoorbellAddress, Heard } from './doorbell.ts';

/*
 * The process that hears the rings of a benchmark: takes where they come from and the keys, by their order. Sends
 * `listening` once it listens, and to each message from its parent what it heard since the last one.
 */
const [address = '', count = ''] = process.argv.slice(2);
const { databaseUrl, redisUrl } = JSON.parse(address) as DoorbellAddress;
const log = { info: () => {}, warn: console.warn, error: console.error };

function open() {
  if (redisUrl !== undefined)
    return createRedisDoorbell({ redis: connectRedis({ url: redisUrl, log }), log });
  const pool = createPool({
    connectionString: databaseUrl,
    name: 'bench',
    max: 2,
    timeoutMs: undefined,
    onIdleError: console.error,
  });
  return createDoorbell({ pool, connectionString: databaseUrl, log });
}

const heard: Heard = { keys: [], at: [] };
const doorbell = open();
for (let key = 0; key < Number(count); key++)
  doorbell.listen(`bench-${key}`, () => {
    heard.keys.push(key);
    heard.at.push(Number(process.hrtime.bigint()) / 1e6);
  });
await doorbell.listening;
// Whoever begins to listen is rung.
heard.keys.length = heard.at.length = 0;
process.on('message', () => {
  process.send?.(heard);
  heard.keys.length = heard.at.length = 0;
});
process.on('disconnect', () => process.exit());
process.send?.('listening');
