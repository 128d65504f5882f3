/**
 * Run after `npm install` changed the lock file.
 *
 * npm leaves out of the lock what the registry at hand does not have, as builds of a package for other systems that
 * have not reached a mirror yet, and `npm ci` then rejects that lock. This writes those entries: what they are is
 * known from the packages that ask for them, and on a system that is not theirs nobody fetches them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tools.ts';

interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const libraries: Record<string, string> = { musl: 'musl', gnu: 'glibc' };

const file = join(root, 'package-lock.json');
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const added: string[] = [];

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (isLocked(path, name)) continue;
    const version = /^\d+\.\d+\.\d+\S*$/.exec(range)?.[0];
    if (version === undefined)
      throw new Error(`${path} asks for ${name} ${range}, which is no exact version.`);
    const words = name.split(/[-/]/);
    const libc = words.flatMap((word) => libraries[word] ?? []);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...named('cpu', processors, words),
      ...(dev && { dev }),
      optional: true,
      ...named('os', systems, words),
      ...(libc.length > 0 && { libc }),
    };
    added.push(`${name}@${version}`);
  }
}

const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(added.length > 0 ? `Added ${added.join(', ')}` : 'The lock file is complete.');

/** Whether a package finds another one, beside or above it. */
function isLocked(from: string, name: string): boolean {
  for (let path = from; ; path = path.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[join(path, 'node_modules', name)]) return true;
    if (path === '') return false;
  }
}

/** The systems or processors that a build's name mentions. */
function named(field: 'os' | 'cpu', known: readonly string[], words: readonly string[]): LockedPackage {
  const found = known.find((value) => words.includes(value));
  return found ? { [field]: [found] } : {};
}
