import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Opens a way to the address of a database that can fall silent, as a network does, be slow, or be cut. It breaks every
 * connection that sends `breaksAt`, and accepts none afterwards.
 */
export async function openDatabaseLine(database: URL, { breaksAt }: { breaksAt?: string } = {}) {
  const sockets = new Set<Socket>();
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
      else if (!isSilent) far.write(bytes);
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
    async close() {
      if (!server.listening) return;
      cut();
      await once(server, 'close').catch(() => {});
    },
  };
}
