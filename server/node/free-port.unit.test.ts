import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('ports are none that an outgoing connection may have by the time they are listened on, and differ', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, freePort));
  expect(new Set(ports).size).toBe(40);
  for (const port of ports) expect(port).toBeLessThan(32_768);
});
