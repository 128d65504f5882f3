import { createServer, type IncomingMessage } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { readDashboard } from './dashboard.ts';
import { readFeed } from './feed.ts';
import { readConversations, readHistory, sendMessage } from './messages.ts';
import { readPeople } from './people.ts';
import { write, type YardstickWrite } from './writes.ts';

/*
 * What the server is measured against: the same work with nothing around it, on the same database, in a process of
 * its own. Writes, feeds and reads of messages look up the session, as a part of their one statement; other reads check
 * nothing, not even who asks.
 */

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** Handlers by the first part of the path; each takes the rest of it and returns JSON. */
const handlers: Record<string, (request: IncomingMessage, rest: string) => Promise<string>> = {
  '': async () => '{}',
  feed: (request, readerId) => readFeed(pool, readerId, tokenOf(request)),
  dashboard: (_request, organizationId) => readDashboard(pool, organizationId),
  people: (_request, page) => readPeople(pool, JSON.parse(decodeURIComponent(page))),
  history: (request, rest) => {
    const [id = '', userId = ''] = rest.split('/');
    return readHistory(pool, { id, userId }, tokenOf(request));
  },
  conversations: (request, userId) => readConversations(pool, userId, tokenOf(request)),
  send: async (request) => sendMessage(pool, JSON.parse(await bodyOf(request)), tokenOf(request)),
  like: (request) => handleWrite('like', request),
  going: (request) => handleWrite('going', request),
  follow: (request) => handleWrite('follow', request),
  share: (request) => handleWrite('share', request),
  'sign-in': async (request) => {
    const { hash, password } = JSON.parse(await bodyOf(request));
    return JSON.stringify(await verify(hash, password));
  },
};

const server = createServer(async (request, response) => {
  const [, name = '', ...rest] = (request.url ?? '').split('/');
  const data = await handlers[name]?.(request, rest.join('/'));
  response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(`{"result":{"data":${data}}}`);
});
new WebSocketServer({ server }).on('connection', (socket) =>
  socket.on('message', (message) => socket.send(message)),
);
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit());

async function handleWrite(name: YardstickWrite, request: IncomingMessage): Promise<string> {
  return write(pool, name, JSON.parse(await bodyOf(request)), tokenOf(request));
}

const tokenOf = ({ headers }: IncomingMessage) => headers.authorization?.slice('Bearer '.length) ?? '';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
