import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Where ports are looked for: below those that systems give to outgoing connections, one of which might have a port by the
 * time somebody listens on it (Linux begins at 32,768).
 */
const range = { from: 10_000, to: 32_000 };

const given = new Set<number>();

/** Resolves to a port of this machine on which no process listens, and which nobody in this process was given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  probe.listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) {
    probe.close();
    await once(probe, 'close');
  }
  return isListening;
}
