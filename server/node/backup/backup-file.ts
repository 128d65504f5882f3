import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { Problem } from '../problem.ts';

/**
 * The form of a backup file: a line of JSON that describes it, a gzip stream of frames, and a line with the SHA-256
 * of everything before it. A frame is its length in four bytes, its kind in one, and its bytes. A section is a frame
 * of kind `section` with JSON, and the frames of kind `data` that follow it.
 */
const header = z.object({
  format: z.literal('gatherwell-backup'),
  version: z.int(),
  createdAt: z.string(),
  /** The migrations that the database had, oldest first. */
  migrations: z.array(z.string()),
  /** Where pictures and documents are: in the file, or in a bucket that is kept otherwise. */
  media: z.enum(['included', 'bucket']),
});
export type BackupHeader = Omit<z.infer<typeof header>, 'format' | 'version'>;

const section = z.discriminatedUnion('kind', [
  /** Rows of a table, as COPY writes them as text. */
  z.object({ kind: z.literal('table'), table: z.string(), columns: z.array(z.string()) }),
  /** Jobs that wait, as a JSON array. */
  z.object({ kind: z.literal('jobs') }),
  /** A picture or a document. */
  z.object({ kind: z.literal('file'), key: z.string() }),
  /** Nothing follows. How much there was before it. */
  z.object({
    kind: z.literal('end'),
    rows: z.record(z.string(), z.number()),
    jobs: z.number(),
    files: z.number(),
  }),
]);
export type Section = z.infer<typeof section>;

/** A section, and its bytes as they come. */
export interface OpenSection {
  section: Section;
  data: AsyncIterable<Buffer>;
}

const formatVersion = 1;
const kinds = { section: 1, data: 2 } as const;
/** Bytes of a frame's content at most; longer data is split. */
const mostBytes = 1024 * 1024;
/** Bytes of a header line at most. */
const longestHeader = 64 * 1024;
/** The last line: 64 hexadecimal digits. */
const sumBytes = 65;

export function sectionFrame(content: Section): Buffer {
  return frame(kinds.section, Buffer.from(JSON.stringify(content)));
}

export function* dataFrames(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += mostBytes)
    yield frame(kinds.data, bytes.subarray(at, at + mostBytes));
}

function frame(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(content.byteLength);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, content]);
}

/**
 * Writes a backup beside its final name and renames it when all of it is on the disk, so that a file of that name is
 * always whole. Only its owner may read it. Replaces an earlier backup, and nothing else. Throws `Problem`.
 */
export async function writeBackupFile(
  path: string,
  about: BackupHeader,
  frames: AsyncIterable<Buffer>,
): Promise<{ bytes: number }> {
  if (await isOtherFile(path))
    throw new Problem(`${path} is there already and is no backup. Choose another name.`);
  const draft = `${path}.partial-${process.pid}`;
  try {
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw new Problem(`${path} cannot be written: ${reasonOf(error)}.`);
    });
    try {
      const sum = createHash('sha256');
      const line = Buffer.from(
        `${JSON.stringify({ format: 'gatherwell-backup', version: formatVersion, ...about })}\n`,
      );
      sum.update(line);
      await file.writeFile(line);
      await pipeline(
        Readable.from(frames),
        createGzip({ level: 4 }),
        async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) {
            sum.update(chunk);
            await file.writeFile(chunk);
          }
        },
      );
      await file.writeFile(`${sum.digest('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(dirname(path));
    const { size } = await statOf(path);
    return { bytes: size };
  } catch (error) {
    await rm(draft, { force: true });
    if (isDiskFull(error)) throw new Problem(`There is no room left for ${path}.`);
    throw error;
  }
}

/** Reads a backup's header and checks every byte. Throws `Problem` where the file is no backup, or is damaged. */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    const { line, length } = await readHeader(file, path);
    const parsed = header.safeParse(line);
    if (!parsed.success) throw new Problem(`${path} is no backup of Gatherwell.`);
    if (parsed.data.version !== formatVersion)
      throw new Problem(
        `${path} was written by another version of Gatherwell (form ${parsed.data.version}).`,
      );
    const end = size - sumBytes;
    const sum = createHash('sha256');
    if (end >= length)
      await pipeline(createReadStream(path, { end: end - 1 }), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) sum.update(chunk);
      });
    const written = Buffer.alloc(sumBytes);
    await file.read(written, 0, sumBytes, Math.max(0, end));
    if (end < length || written.toString() !== `${sum.digest('hex')}\n`)
      throw new Problem(`${path} is damaged or cut short: its checksum is wrong. Nothing was restored.`);
    return parsed.data;
  } finally {
    await file.close();
  }
}

/** The sections of a backup that was checked. Each one's data must be read before the next is requested. */
export async function* readSections(path: string): AsyncGenerator<OpenSection> {
  const file = await openFile(path);
  let end: number;
  let start: number;
  try {
    start = (await readHeader(file, path)).length;
    end = (await file.stat()).size - sumBytes;
  } finally {
    await file.close();
  }
  const zipped = createReadStream(path, { start, end: end - 1 });
  const content = createGunzip();
  const unzipped = pipeline(zipped, content);
  // Errors there are thrown to the consumer.
  unzipped.catch(() => {});
  const frames = framesOf(content);
  try {
    let next = await frames.next();
    while (!next.done) {
      const { kind, content: head } = next.value;
      if (kind !== kinds.section) throw new Problem(`${path} is not as it should be.`);
      const open = section.parse(JSON.parse(head.toString()));
      const data = (async function* () {
        for (;;) {
          next = await frames.next();
          if (next.done || next.value.kind !== kinds.data) return;
          yield next.value.content;
        }
      })();
      yield { section: open, data };
      // What was not read is skipped.
      while (!(await data.next()).done);
    }
  } finally {
    content.destroy();
  }
}

async function* framesOf(source: AsyncIterable<Buffer>) {
  let buffered: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk;
    let at = 0;
    while (buffered.length - at >= 5) {
      const length = buffered.readUInt32BE(at);
      if (length > mostBytes) throw new Problem('The backup is not as it should be.');
      if (buffered.length - at < 5 + length) break;
      yield { kind: buffered.readUInt8(at + 4), content: buffered.subarray(at + 5, at + 5 + length) };
      at += 5 + length;
    }
    buffered = buffered.subarray(at);
  }
  if (buffered.length > 0) throw new Problem('The backup ends in the middle.');
}

async function readHeader(file: FileHandle, path: string): Promise<{ line: unknown; length: number }> {
  const start = Buffer.alloc(longestHeader);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const length = start.subarray(0, bytesRead).indexOf('\n') + 1;
  try {
    return { line: JSON.parse(start.toString('utf8', 0, length)), length };
  } catch {
    throw new Problem(`${path} is no backup of Gatherwell.`);
  }
}

/** Whether a file of that name is there that is no backup. */
async function isOtherFile(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { line } = await readHeader(file, path);
    return !header.safeParse(line).success;
  } catch {
    return true;
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new Problem(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function statOf(path: string) {
  const file = await open(path);
  try {
    return await file.stat();
  } finally {
    await file.close();
  }
}

/** The new name, too, has to be on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
