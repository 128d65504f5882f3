import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An error as S3-compatible stores return it. */
export interface BucketFailure {
  status: number;
  code: string;
}

/** The settings of a bucket at an address. */
export const bucketAt = (endpoint: string) => ({
  kind: 's3' as const,
  bucket: 'pictures',
  region: 'us-east-1',
  endpoint,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
});

/** Starts an S3 store that knows the calls which matter here, and fails writes while `failure` is set. */
export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const bucket = {
    settings: bucketAt(''),
    objects,
    failure: undefined as BucketFailure | undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await buffer(request);
    const fail = ({ status, code }: BucketFailure) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>It failed.</Message></Error>`);
    };
    if (request.method === 'DELETE') {
      if (bucket.failure) return fail(bucket.failure);
      objects.delete(pathname);
      response.writeHead(204);
      return response.end();
    }
    if (request.method === 'PUT') {
      if (bucket.failure) return fail(bucket.failure);
      objects.set(pathname, body);
      return response.end();
    }
    if (searchParams.has('list-type')) {
      const start = `/${bucket.settings.bucket}/`;
      const keys = [...objects.keys()].filter((key) => key.startsWith(start + searchParams.get('prefix')));
      const listed = keys.map((key) => `<Contents><Key>${key.slice(start.length)}</Key></Contents>`);
      response.writeHead(200, { 'content-type': 'application/xml' });
      return response.end(
        `<ListBucketResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListBucketResult>`,
      );
    }
    const object = objects.get(pathname);
    return object ? response.end(object) : fail({ status: 404, code: 'NoSuchKey' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  bucket.settings = bucketAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return bucket;
}
