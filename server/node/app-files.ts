import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getMimeType } from 'hono/utils/mime';
import type { RenderScreen } from '#server/public-pages/page-head.ts';
import { type Encoding, encodings } from './encoding.ts';
import { answerKept, contentOf, type KeptFile, keepFile } from './kept-file.ts';

/** The built app. */
export interface AppFiles {
  /** Handles requests for its files and screens. */
  respond(request: Request, pathname: string): Response | Promise<Response>;
  /** The page with which every screen begins; undefined where another server has it. */
  page: string | undefined;
  /** Renders screens for visitors; undefined where another server does what is to be seen. */
  render?: RenderScreen | undefined;
  /** Reads the package that programs call the API with; undefined where there is none. */
  client?: (() => Promise<KeptFile>) | undefined;
  /** Reads the package of the mocked product; undefined where there is none. */
  testing?: (() => Promise<KeptFile>) | undefined;
}

/** Keeps a package as npm installs it. A new version has the same address. */
export const keepPackage = (content: Uint8Array<ArrayBuffer>): KeptFile =>
  keepFile(content, { 'content-type': 'application/gzip', 'cache-control': 'no-cache' });

export const fileEndings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Milliseconds in which files are read before others get their turn. */
const turnMs = 5;

/**
 * Reads the built app into memory, so that a later build cannot change what a running server hands out: without a promise
 * for each of its 800 files, which took four times as long, and a tenth of the processor time of a start, but in turns with
 * what else a start does, which mostly waits for the database. Source maps, which are twice as large as all else and which
 * hardly anybody asks for, stay on the disk: a later build only takes them away. Any path that is not a file's
 * belongs to one of the app's screens and gets the page; a missing file stays missing.
 */
export async function loadAppFiles(folder: string): Promise<AppFiles> {
  const files = new Map<string, KeptFile>();
  const sourceMaps = new Map<string, string>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
  let turnEnds = performance.now() + turnMs;
  for (const path of paths) {
    if (performance.now() > turnEnds) {
      await turn();
      turnEnds = performance.now() + turnMs;
    }
    if (Object.values(fileEndings).some((ending) => path.endsWith(ending))) continue;
    const pathname = `/${relative(folder, path).split(sep).join('/')}`;
    if (/^\/assets\/.*\.map$/.test(pathname)) {
      sourceMaps.set(pathname, path);
      continue;
    }
    const content = readFileSync(path);
    const encoded: KeptFile['encoded'] = {};
    for (const encoding of encodings) {
      const sibling = path + fileEndings[encoding];
      if (paths.has(sibling)) encoded[encoding] = readFileSync(sibling);
    }
    files.set(pathname, keepFile(content, headersOf(pathname), encoded));
  }
  const page = files.get('/index.html');
  if (!page) throw new Error(`${folder} has no index.html`);

  return {
    page: new TextDecoder().decode(contentOf(page)),
    respond(request, pathname) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response('This address can only be read.\n', {
          status: 405,
          headers: { allow: 'GET, HEAD' },
        });
      const name = decode(pathname);
      const sourceMap = sourceMaps.get(name);
      if (sourceMap !== undefined)
        return readFile(sourceMap).then(
          (content) => answerKept(request, keepFile(content, headersOf(name))),
          () => missing(),
        );
      const file = files.get(name) ?? (isFileName(pathname) ? undefined : page);
      return file ? answerKept(request, file) : missing();
    },
  };
}

const headersOf = (pathname: string) => ({
  'content-type': getMimeType(pathname) ?? 'application/octet-stream',
  // The build puts a hash of the content into these names.
  'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
});

const missing = () => new Response('There is no such file.\n', { status: 404 });

/** Whether a path is that of a file rather than of a screen: screens never have a known file ending. */
const isFileName = (pathname: string) =>
  pathname.startsWith('/assets/') || getMimeType(pathname) !== undefined;

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Loads what renders screens, as it was built beside the app. */
export async function loadRenderer(folder: string): Promise<RenderScreen> {
  const { render } = (await import(pathToFileURL(join(folder, 'render.js')).href)) as {
    render: RenderScreen;
  };
  return render;
}
