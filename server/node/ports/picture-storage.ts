import { mkdir, opendir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { MediaUnavailable } from '#server/ports.ts';
import type { Settings } from '../settings.ts';
import { draftEnding, writeWholeFile } from './whole-file.ts';

/**
 * Where stored pictures and documents lie, by key. Rejects with an error that has, or whose cause has, the code `ENOSPC` or
 * `EDQUOT` where there is no space left, and with `MediaUnavailable` where a bucket cannot be reached or is too busy.
 */
export interface PictureStorage {
  /** Stores all of it or, where it rejects, nothing. */
  put(key: string, body: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Does nothing where there is nothing. */
  delete(key: string): Promise<void>;
  /** Deletes everything whose key begins with this folder's. Does nothing where there is nothing. */
  deleteFolder(folder: string): Promise<void>;
  /** Returns where the store hands out what it has below a key. Absent where only the server does. */
  sign?(key: string, options: SignedAddress): Promise<string>;
  /** Every key, in no order. Absent for a bucket, which has versions and copies of its own. */
  keys?(): AsyncIterable<string>;
}

/** What a signed address says of what it leads to. */
export interface SignedAddress {
  type: string;
  disposition: string;
  cacheControl: string;
  /**
   * Seconds for which the address stays the same, so that browsers find again what they have, and for which it works
   * at least; it works for twice as long at most.
   */
  stableFor: number;
  /** Adds to how long it works, for another address of the same thing. */
  longerBy?: number;
}

/** A folder, or a bucket of any S3-compatible store. */
export function createPictureStorage(settings: Settings['media']): PictureStorage {
  let opened: Promise<Disk> | undefined;
  /** Does something with the disk, which is opened when it is needed first. */
  const onDisk = <T>(work: (disk: Disk) => Promise<T>): Promise<T> => {
    opened ??= driverOf(settings).then((driver) => new Disk(driver));
    return explain(opened.then(work));
  };
  return {
    put: (key, body) =>
      onDisk((disk) =>
        disk.put(key, body, {
          contentType: key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream',
        }),
      ),
    async get(key) {
      try {
        return new Uint8Array(await onDisk((disk) => disk.getBytes(key)));
      } catch (error) {
        if (isAbsence(error)) return undefined;
        throw error;
      }
    },
    delete: (key) => onDisk((disk) => disk.delete(key)),
    deleteFolder: (folder) => onDisk((disk) => deleteFolder(disk, settings.kind, `${folder}/`)),
    ...(settings.kind === 's3' && settings.signed && { sign: createSigner(settings, settings.signed) }),
    ...(settings.kind === 'folder' && { keys: () => keysIn(settings.folder) }),
  };
}

/** Deletes what is in a folder. A bucket deletes many at once without saying which it could not, so one by one. */
async function deleteFolder(disk: Disk, kind: Settings['media']['kind'], folder: string): Promise<void> {
  if (kind === 'folder') return disk.deleteAll(folder);
  for (let token: string | undefined; ; ) {
    const page = await disk.listAll(folder, { recursive: true, ...(token && { paginationToken: token }) });
    const keys = [...page.objects].flatMap((object) => (object.isFile ? [object.key] : []));
    await Promise.all(keys.map((key) => disk.delete(key)));
    token = page.paginationToken;
    if (!token) return;
  }
}

async function* keysIn(folder: string): AsyncGenerator<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile() && !entry.name.endsWith(draftEnding))
      yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
}

type Bucket = Extract<Settings['media'], { kind: 's3' }>;

/** Signs addresses for a bucket as browsers reach it. Nothing is sent for that. */
function createSigner(
  settings: Bucket,
  { endpoint }: NonNullable<Bucket['signed']>,
): NonNullable<PictureStorage['sign']> {
  const load = async () => {
    const [{ GetObjectCommand, S3Client }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const client = new S3Client({
      ...connectionTo(settings, endpoint),
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, GetObjectCommand, getSignedUrl };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (key, { type, disposition, cacheControl, stableFor, longerBy = 0 }) => {
    loaded ??= load();
    const { client, GetObjectCommand, getSignedUrl } = await loaded;
    const step = 1000 * stableFor;
    return getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: settings.bucket,
        Key: key,
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: cacheControl,
      }),
      {
        signingDate: new Date(Math.floor(Date.now() / step) * step),
        expiresIn: 2 * stableFor + longerBy,
      },
    );
  };
}

/** How a client reaches a bucket at an endpoint. */
const connectionTo = ({ region, accessKeyId, secretAccessKey }: Bucket, endpoint: string | undefined) => ({
  region,
  credentials: { accessKeyId, secretAccessKey },
  // Stores beside Amazon's know buckets by path.
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
});

async function driverOf(settings: Settings['media']) {
  // Pictures are read through the server or at addresses that it signs, so the bucket stays private.
  const visibility = 'private';
  if (settings.kind === 'folder') return new WholeFiles({ location: settings.folder, visibility });
  // It takes 21 MB, which a process without a bucket is not to have.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    bucket: settings.bucket,
    ...connectionTo(settings, settings.endpoint),
    // Stores beside Amazon's have no access lists.
    supportsACL: false,
    visibility,
  });
}

/** A folder in which a file exists once all of it is written. */
class WholeFiles extends FSDriver {
  override put(key: string, contents: string | Uint8Array) {
    return writeWholeFile(join(String(this.options.location), key), contents);
  }
}

function isAbsence(error: unknown): boolean {
  const cause = error instanceof errors.E_CANNOT_READ_FILE ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT');
}

/**
 * What S3-compatible stores call a bucket without space, where they do not use status 507: Ceph `QuotaExceeded`, MinIO
 * `XMinioStorageFull` and `XMinioAdminBucketQuotaExceeded`, others `InsufficientStorage` or `StorageLimitExceeded`.
 */
const bucketFull = /QuotaExceeded|StorageFull|InsufficientStorage|StorageLimitExceeded/;

/** Statuses, error names and codes of a bucket that cannot be reached or limits the rate of requests. */
const busyStatuses = new Set([429, 500, 502, 503, 504]);
const unavailable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError|RequestTimeout|SlowDown|ServiceUnavailable|InternalError)$/;

/** Gives the errors of a bucket the form of those of a folder or, where it is unavailable, a class of their own. */
async function explain<T>(outcome: Promise<T>): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Error)) throw error;
    const { name, code, $metadata } = cause as Error & {
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode ?? 0;
    if (status === 507 || bucketFull.test(name))
      throw Object.assign(new Error('The bucket is full.', { cause: error }), { code: 'ENOSPC' });
    if (busyStatuses.has(status) || unavailable.test(name) || unavailable.test(code ?? ''))
      throw new MediaUnavailable('The bucket cannot be reached.', { cause: error });
    throw error;
  }
}
