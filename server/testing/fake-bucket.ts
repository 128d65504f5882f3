import { createHash, createHmac } from 'node:crypto';
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
  signed: undefined,
});

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** What S3 demands of an address that is signed: AWS Signature Version 4, in the query. */
function isSigned(method: string, { pathname, searchParams, host }: URL, now: number): boolean {
  const given = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  const [accessKeyId, day = '', region = '', service = '', end = ''] = given('Credential').split('/');
  const time = given('Date').replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted();
  const canonical = [method, pathname, query.join('&'), `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const hash = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const text = ['AWS4-HMAC-SHA256', given('Date'), [day, region, service, end].join('/'), hash].join('\n');
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, 'AWS4secret');
  return (
    accessKeyId === 'key' &&
    given('SignedHeaders') === 'host' &&
    hmac(key, text).toString('hex') === given('Signature') &&
    now < Date.parse(time) + 1000 * Number(given('Expires'))
  );
}

/** Starts an S3 store that knows the calls which matter here, and fails writes while `failure` is set. */
export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const bucket = {
    settings: bucketAt(''),
    objects,
    failure: undefined as BucketFailure | undefined,
    /** Milliseconds by which its clock is ahead. */
    ahead: 0,
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
    if (request.headers.authorization === undefined) {
      const url = new URL(request.url ?? '', `http://${request.headers.host}`);
      if (!isSigned(request.method ?? '', url, Date.now() + bucket.ahead))
        return fail({ status: 403, code: 'AccessDenied' });
      for (const name of ['content-type', 'content-disposition', 'cache-control'])
        response.setHeader(name, searchParams.get(`response-${name}`) ?? 'application/octet-stream');
    }
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
