import type { PresencePort } from '#server/ports.ts';
import { type Redis, redisPrefix } from './redis.ts';

/** Until when each process counts as running, by its id: a sorted set, in milliseconds of the server's clock. */
const processes = `${redisPrefix}{presence}:processes`;

/** The users of a process: a set. */
const usersOf = (processId: string) => `${redisPrefix}{presence}:${processId}`;

/**
 * For how many expiries of a process its users are kept: another process is to notice that it is gone, and to notify
 * those who watch them. What nobody notices goes by itself.
 */
const keptFor = 4;

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Keeps a key for at least so long. */
const keep = `
  local function keep(key, milliseconds)
    if redis.call('PTTL', key) < milliseconds then redis.call('PEXPIRE', key, milliseconds) end
  end`;

const keepAlive = `${now}${keep}
  local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
  local wasAlive = before and tonumber(before) > now
  if not wasAlive then redis.call('DEL', KEYS[2]) end
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  keep(KEYS[1], ARGV[2] * ${keptFor})
  keep(KEYS[2], ARGV[2] * ${keptFor})
  return wasAlive and 1 or 0`;

const save = `${now}
  local untilWhen = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if not untilWhen then return 0 end
  local entered = tonumber(ARGV[2])
  for index = 3, #ARGV do
    if index <= entered + 2 then redis.call('SADD', KEYS[2], ARGV[index])
    else redis.call('SREM', KEYS[2], ARGV[index]) end
  end
  -- Until the next proof, which keeps it for longer.
  if redis.call('PTTL', KEYS[2]) < 0 then
    redis.call('PEXPIRE', KEYS[2], math.max(1, ${keptFor} * (untilWhen - now)))
  end
  return 1`;

const sweep = `${now}
  local users = {}
  for _, process in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
    local key = ARGV[1] .. process
    for _, user in ipairs(redis.call('SMEMBERS', key)) do users[#users + 1] = user end
    redis.call('DEL', key)
    redis.call('ZREM', KEYS[1], process)
  end
  return users`;

const connectedAmong = `${now}
  local isConnected = {}
  for _, process in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
    for index, isMember in ipairs(redis.call('SMISMEMBER', ARGV[1] .. process, unpack(ARGV, 2))) do
      if isMember == 1 then isConnected[index] = true end
    end
  end
  local connected = {}
  for index = 2, #ARGV do
    if isConnected[index - 1] then connected[#connected + 1] = ARGV[index] end
  end
  return connected`;

/** Users asked for at a time: what a script can hand to one command. */
const mostAtOnce = 1_000;

/**
 * Presence in Redis: a set of users for each process, and when each process was last alive. A heartbeat prolongs both,
 * however many users there are; whoever reads leaves out the processes whose time is over.
 */
export function createRedisPresence(redis: Redis): PresencePort {
  const run = (script: string, keys: string[], ...given: (string | number)[]) =>
    redis.run((client) => client.eval(script, { keys, arguments: given.map(String) }));
  return {
    async keepAlive(processId, milliseconds) {
      return (await run(keepAlive, [processes, usersOf(processId)], processId, milliseconds)) === 1;
    },
    async save({ processId, entered, left }) {
      const keys = [processes, usersOf(processId)];
      return (await run(save, keys, processId, entered.length, ...entered, ...left)) === 1;
    },
    async sweep() {
      return textsOf(await run(sweep, [processes], usersOf('')));
    },
    async remove(processId) {
      await redis.run((client) =>
        Promise.all([client.zRem(processes, processId), client.del(usersOf(processId))]),
      );
    },
    async connectedAmong(userIds) {
      const connected: string[] = [];
      for (let first = 0; first < userIds.length; first += mostAtOnce) {
        const some = userIds.slice(first, first + mostAtOnce);
        connected.push(...textsOf(await run(connectedAmong, [processes], usersOf(''), ...some)));
      }
      return connected;
    },
  };
}

const textsOf = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);
