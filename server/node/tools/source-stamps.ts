import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Stand for the sources of the app, and of the server. */
export interface Stamps {
  app: string;
  server: string;
}

export interface StampOptions {
  /** The folder of the repository. */
  root: string;
  /** Files and folders in it that the product is made of. */
  sources: readonly string[];
  /** Keeps the stamps for the next time. Where it cannot be written, sources are read each time. */
  indexFile: string;
  /** The time, in milliseconds since 1970. */
  now?: number;
}

/** What was found the last time, and what shows that no source has changed since. */
interface Index {
  fingerprint: string;
  stamps: Stamps;
}

/** Milliseconds within which a file may change twice and have the same time of change. */
const clockStepMs = 2_000;

const isTest = (name: string) => /^server\/testing\/|\.test\.tsx?$|(?:^|\/)routeTree\.gen\.ts$/.test(name);
/** The app is made of all that is not for Node alone. */
const isForNode = (name: string) => /^server\/node\/(?!tools\/)/.test(name);

/**
 * Resolves to the stamps of the sources. Reads them only where one may have changed since the last time, which takes a
 * start a tenth of a second: the times of change that are compared are the file system's, and no program can set them.
 */
export async function stampSources({
  root,
  sources,
  indexFile,
  now = Date.now(),
}: StampOptions): Promise<Stamps> {
  const files = await findFiles(root, sources);
  const { fingerprint, changedAt } = fingerprintOf(root, files);
  const index = await readIndex(indexFile);
  if (index?.fingerprint === fingerprint) return index.stamps;
  const stamps = hash(root, files);
  // What changed a moment ago may change again without another time of change.
  if (now - changedAt > clockStepMs)
    await writeFile(indexFile, JSON.stringify({ fingerprint, stamps } satisfies Index)).catch(() => {});
  return stamps;
}

/** Resolves to the names of all files, relative to the root, in an order that does not depend on the machine. */
async function findFiles(root: string, sources: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    sources.map((source) =>
      readdir(join(root, source), { recursive: true, withFileTypes: true }).then(
        (entries) =>
          entries
            .filter((entry) => entry.isFile())
            .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
            .toSorted(),
        () => [source],
      ),
    ),
  );
  return found.flat().filter((name) => !isTest(name));
}

/** Stands for names, sizes and times of change, of which it also returns the last, in milliseconds since 1970. */
function fingerprintOf(root: string, names: readonly string[]): { fingerprint: string; changedAt: number } {
  const digest = createHash('sha256');
  let changedAt = 0;
  for (const name of names) {
    const { ctimeMs, ino, size } = statSync(join(root, name));
    digest.update(`${name}\0${ctimeMs} ${ino} ${size}\0`);
    changedAt = Math.max(changedAt, ctimeMs);
  }
  return { fingerprint: digest.digest('hex'), changedAt };
}

/** Resolves to undefined where there is none, or none that can be read. */
async function readIndex(file: string): Promise<Index | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Index;
  } catch {
    return undefined;
  }
}

function hash(root: string, names: readonly string[]): Stamps {
  const [app, server] = [createHash('sha256'), createHash('sha256')];
  for (const name of names) {
    // Thousands of small files: waiting for each takes three times as long.
    const content = readFileSync(join(root, name));
    for (const digest of isForNode(name) ? [server] : [app, server])
      digest.update(`${name}\0`).update(content).update('\0');
  }
  return { app: app.digest('hex'), server: server.digest('hex') };
}
