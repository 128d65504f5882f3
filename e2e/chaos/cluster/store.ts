import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { writeWholeFile } from '#server/node/ports/whole-file.ts';

/*
 * Stands in for an S3-compatible store: objects are files, so that they outlast the process, each whole or not there.
 *
 *   node e2e/chaos/cluster/store.ts PORT FOLDER
 */
const [port = '', folder = ''] = process.argv.slice(2);

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const path = join(folder, pathname);
  const reject = (status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  };
  try {
    if (request.method === 'PUT') {
      await writeWholeFile(path, await buffer(request));
      response.end();
    } else if (request.method === 'DELETE') {
      await rm(path, { force: true });
      response.writeHead(204).end();
    } else if (searchParams.has('list-type')) {
      // The product lists whole folders, and its client leaves the slash away.
      const prefix = (searchParams.get('prefix') ?? '').replace(/\/$/, '');
      const names = await readdir(join(path, prefix)).catch(() => []);
      const listed = names.map((name) => `<Contents><Key>${prefix}/${name}</Key></Contents>`);
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListBucketResult>`);
    } else {
      const body = await readFile(path).catch(() => undefined);
      if (body) response.end(body);
      else reject(404, 'NoSuchKey');
    }
  } catch {
    reject(500, 'InternalError');
  }
});
server.listen(Number(port), '127.0.0.1');
await once(server, 'listening');
