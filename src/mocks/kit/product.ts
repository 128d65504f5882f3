import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { snapshotPath, usualSeedMeta } from '../protocol.ts';
import { readSeedName, type SeedName } from '../seed-names.ts';

/** The mocked product, as it is served. */
export interface Product {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Stops serving it. */
  close(): Promise<void>;
}

export interface ProductOptions {
  /** Where to serve it; a free port where nothing is given. */
  port?: number | undefined;
  /** What the database of each browser begins with, where no other seed was chosen in it; `demo` unless given. */
  seed?: SeedName | undefined;
}

/** Only of this machine, and an origin that browsers take for a secure one: it needs a service worker. */
const host = '127.0.0.1';

const folder = fileURLToPath(new URL('./product/', import.meta.url));

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves the mocked product: the app, and beside it all that it needs to run in a browser without a server. Every
 * browser (in Playwright: every context) has a database of its own.
 */
export async function startProduct({ port = 0, seed }: ProductOptions = {}): Promise<Product> {
  if (seed !== undefined) readSeedName(seed);
  const server = createServer((request, response) => {
    serve(request, response, seed).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The product has no port.');
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
  seed: SeedName | undefined,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const pathname = decodePath(new URL(url, 'http://localhost').pathname);
  // Whatever is no file is a screen, of which the app itself knows whether it exists.
  const type = types[extname(pathname)];
  const isFile = pathname.startsWith('/assets/') || type !== undefined || pathname === snapshotPath;
  const path = join(folder, isFile ? normalize(pathname) : 'index.html');
  const found = path.startsWith(folder) ? await stat(path).catch(() => undefined) : undefined;
  if (!found?.isFile()) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.\n');
    return;
  }
  if (seed !== undefined && path.endsWith('.html')) {
    const page = await readFile(path, 'utf8');
    const note = `<meta name="${usualSeedMeta}" content="${seed}" />`;
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' });
    response.end(method === 'HEAD' ? undefined : page.replace('<head>', `<head>${note}`));
    return;
  }
  response.writeHead(200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': found.size,
    // The browser decompresses it meanwhile, which the database would have to wait for.
    ...(pathname === snapshotPath && { 'content-encoding': 'gzip' }),
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (method === 'HEAD') response.end();
  else createReadStream(path).pipe(response);
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
