import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface LineOptions {
  /** What breaks every connection when it is sent on one; none is accepted afterwards. */
  breaksAt?: string;
  /** Whether a connection that the client closes is first sent the error of a database that shuts down. */
  shutsDownAtClose?: boolean;
}

/** Opens a way to the address of a database that can fall silent, as a network does, be slow, or be cut. */
export async function openDatabaseLine(
  database: URL,
  { breaksAt, shutsDownAtClose = false }: LineOptions = {},
) {
  const sockets = new Set<Socket>();
  let shutdowns = 0;
  let isSilent = false;
  let delayMs = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (breaksAt !== undefined && bytes.includes(breaksAt)) cut();
      else if (shutsDownAtClose && bytes[0] === terminate) {
        shutdowns += 1;
        near.end(shutdown);
      } else if (!isSilent) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isSilent) return;
      if (delayMs > 0) setTimeout(() => near.writable && near.write(bytes), delayMs);
      else near.write(bytes);
    });
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(database);
  address.searchParams.delete('host');
  address.port = String((server.address() as AddressInfo).port);
  return {
    address: address.href,
    setSilent(silent: boolean) {
      isSilent = silent;
    },
    /** Delays each response from now on by so many milliseconds. */
    setDelay(milliseconds: number) {
      delayMs = milliseconds;
    },
    /** How many connections were sent the error of a database that shuts down. */
    shutdowns: () => shutdowns,
    async close() {
      if (!server.listening) return;
      cut();
      await once(server, 'close').catch(() => {});
    },
  };
}

/** The first byte of the message with which a client closes its connection. */
const terminate = 'X'.charCodeAt(0);

/** The error with which Postgres ends connections when it shuts down, as its protocol has it. */
const shutdown = errorMessage('SFATAL', 'C57P01', 'Mterminating connection due to administrator command');

function errorMessage(...fields: string[]): Buffer {
  const text = Buffer.from([...fields, ''].map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(length.length + text.length);
  return Buffer.concat([Buffer.from('E'), length, text]);
}
