import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** Seconds in which nobody asks for anything. */
const idleSeconds = 20;

/** What the server holds after a while in which nothing was asked of it, beside what it held under load. */
export async function measureIdle({ memory }: Pick<Site, 'memory'>): Promise<Figure[]> {
  const loaded = await memory();
  await sleep(idleSeconds * 1000);
  const idle = await memory();
  return [
    {
      what: `memory of the server after ${idleSeconds} idle seconds, by right after the load`,
      ratio: idle / loaded,
      measured: `${digits(idle)} and ${digits(loaded)} MiB`,
      memory: idle,
    },
  ];
}
