import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import { localTls } from '../testing/local-tls.ts';
import { createWebhooks, isPublicAddress } from './webhooks.ts';

const here = { address: '127.0.0.1', family: 4 };

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

/** A receiver over HTTPS, which keeps what it gets. */
async function startReceiver(respond: (response: ServerResponse) => void = (response) => response.end()) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(localTls, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      respond(response);
    });
  });
  server.listen(0, here.address);
  await once(server, 'listening');
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, port: (server.address() as AddressInfo).port };
}

/** The port, allowed to post to this machine, where every name leads. */
const local = (more: Parameters<typeof createWebhooks>[0] = {}) =>
  createWebhooks({ isAllowed: () => true, resolve: async () => [here], ca: localTls.cert, ...more });
const message = (port: number, host = 'hooks.test') => ({
  url: `https://${host}:${port}/in`,
  headers: { 'webhook-id': '7' },
  body: '{"é":1}',
});

describe('posting', () => {
  it('sends headers and body, and resolves to the status alone', async () => {
    const { received, port } = await startReceiver((response) => response.writeHead(202).end('taken'));
    expect(await local().post(message(port))).toEqual({ status: 202 });
    expect(received).toEqual([
      {
        body: '{"é":1}',
        headers: expect.objectContaining({
          host: `hooks.test:${port}`,
          'webhook-id': '7',
          'content-type': 'application/json',
        }),
      },
    ]);
  });

  it('follows no redirect', async () => {
    const other = await startReceiver();
    const { port } = await startReceiver((response) =>
      response.writeHead(307, { location: `https://hooks.test:${other.port}/in` }).end(),
    );
    expect(await local().post(message(port))).toEqual({ status: 307 });
    expect(other.received).toEqual([]);
  });

  it('does not wait for the end of a response', async () => {
    const { port } = await startReceiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('more '), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await local({ timeoutMs: 30_000 }).post(message(port))).toEqual({ status: 200 });
  });

  it('gives up on who does not respond, and on a name that does not resolve in time', async () => {
    const { port } = await startReceiver(() => {});
    expect(await local({ timeoutMs: 300 }).post(message(port))).toEqual({ problem: 'timeout' });
    const never = () => new Promise<never>(() => {});
    expect(await local({ timeoutMs: 50, resolve: never }).post(message(port))).toEqual({
      problem: 'timeout',
    });
  });

  it('reports what cannot be reached, and a certificate that nobody vouches for', async () => {
    const { received, port } = await startReceiver();
    const unknown = createWebhooks({ isAllowed: () => true, resolve: async () => [here] });
    expect(await unknown.post(message(port))).toEqual({ problem: 'unreachable' });
    expect(await local().post(message(port, 'other.test'))).toEqual({ problem: 'unreachable' });
    const nowhere = async () => Promise.reject(new Error('There is no such name.'));
    expect(await local({ resolve: nowhere }).post(message(port))).toEqual({ problem: 'unreachable' });
    expect(received).toEqual([]);
  });
});

describe('what is not public', () => {
  /** Posts to a receiver that is there, and resolves to the outcome and to what the receiver got. */
  async function postTo(url: (port: number) => string, more: Parameters<typeof createWebhooks>[0] = {}) {
    const { received, port } = await startReceiver();
    const outcome = await createWebhooks({ ca: localTls.cert, ...more }).post({
      ...message(port),
      url: url(port),
    });
    return { outcome, received };
  }
  const refused = { outcome: { problem: 'not-public' }, received: [] };

  it('is what tests connect to where that is allowed', async () => {
    const more = { isAllowed: () => true };
    expect(await postTo((port) => `https://127.0.0.1:${port}/in`, more)).toMatchObject({
      outcome: { status: 200 },
      received: [{ body: '{"é":1}' }],
    });
  });

  it.each(['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])(
    'is not connected to at https://%s',
    async (host) => {
      expect(await postTo((port) => `https://${host}:${port}/in`)).toEqual(refused);
    },
  );

  it('is not connected to where a name has any such address', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }, here];
    expect(await postTo((port) => `https://hooks.test:${port}/in`, { resolve })).toEqual(refused);
  });

  it('is not connected to without TLS', async () => {
    const more = { isAllowed: () => true };
    expect(await postTo((port) => `http://127.0.0.1:${port}/in`, more)).toEqual(refused);
  });

  it('is not connected to where a name changes its address after it was judged', async () => {
    const { received, port } = await startReceiver();
    let asked = 0;
    const judged: string[] = [];
    const webhooks = local({
      isAllowed: (address) => judged.push(address) > 0,
      resolve: async () => {
        asked++;
        return asked === 1 ? [here] : [{ address: '127.0.0.2', family: 4 }];
      },
    });
    expect(await webhooks.post(message(port))).toEqual({ status: 200 });
    expect([asked, judged, received.length]).toEqual([1, ['127.0.0.1'], 1]);
  });
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'hooks.test',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
