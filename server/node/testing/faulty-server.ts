import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { v7 as uuid } from 'uuid';
import { createApi } from '#server/api.ts';
import type { Deps } from '#server/context.ts';

/** What becomes of a request: its response is lost, or another one is sent in its place. */
export type Fault = 'lose' | Response;

export interface FaultyServer extends AsyncDisposable {
  url: string;
  /** What the server was asked for, oldest first. */
  requests: { path: string; headers: Headers }[];
  /** What becomes of the next requests, each of them once. */
  faults: Fault[];
  /** Breaks all connections. */
  cut(): void;
}

/** Serves the API over HTTP, with faults. */
export async function startFaultyServer(deps: Deps): Promise<FaultyServer> {
  const api = createApi(deps);
  const connections = new Set<{ destroy(): void }>();
  const requests: FaultyServer['requests'] = [];
  const faults: Fault[] = [];
  const cut = () => connections.forEach((connection) => connection.destroy());
  const http: Server = createServer(
    getRequestListener(async (request) => {
      requests.push({ path: new URL(request.url).pathname, headers: request.headers });
      const fault = faults.shift();
      if (fault instanceof Response) return fault;
      const response = await api(request, { requestId: uuid(), clientAddress: '192.0.2.1' });
      if (fault === 'lose') cut();
      return response;
    }),
  );
  http.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      http.close();
    },
  };
}
