import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#server/api.ts';
import { operationsOf } from '#server/rest/operations.ts';
import { appRouter } from '#server/router.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { missingForPythonClient } from './testing/python.ts';
import { generateClient } from './tools/generate-client.ts';

const missing = missingForPythonClient();

describe.skipIf(missing !== undefined)(`a Python client, generated${missing ? ` (${missing})` : ''}`, () => {
  const world = setUpWorld();
  let folder: string;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const api = createApi(world.deps);
    server = createServer(
      getRequestListener((request) => api(request, { requestId: uuid(), clientAddress: '192.0.2.1' })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'gatherwell-python-'));
    await generateClient({ language: 'python', url, folder: join(folder, 'client') });
  }, 120_000);

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  test('calls with access tokens, writes, is told why it is refused, and reads every documented response', async () => {
    const people = [await world.organization('kitchen'), await world.individual('alice')];
    const tokens = await Promise.all(
      people.map((person) =>
        world.as(person).accessTokens.create({ name: 'Python', scopes: ['read', 'write'] }),
      ),
    );
    const script = join(import.meta.dirname, 'testing/python-client.py');
    const args = [script, url, join(folder, 'client/openapi-3.0.json'), ...tokens.map(({ token }) => token)];
    const env = { ...process.env, PYTHONPATH: join(folder, 'client'), PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await promisify(execFile)('python3', args, { env });
    expect(JSON.parse(stdout)).toEqual({
      userTypes: ['organization', 'individual'],
      // The second has the key of the first.
      follows: [
        [true, 1],
        [true, 1],
      ],
      feed: [['PostView', 'Soup for everyone', 0]],
      profile: ['BasicInfoView', 'Kitchen'],
      forbidden: ['Failure', 403, 'not-yours'],
      invalid: ['validation', { endDateTime: 'The end must not lie before the start' }],
      documented: operationsOf(appRouter).length,
      unread: [],
    });
  }, 60_000);
});
