import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inlineSchemas } from '#server/rest/schema-components.ts';
import { answerKept, type KeptFile, keepCompressed } from '../kept-file.ts';
import { type ApiDocument, renderOperation, renderStart } from './pages.ts';

const require = createRequire(import.meta.url);
const repository = join(import.meta.dirname, '../../..');
const read = (path: string) => readFile(join(repository, path), 'utf8');

/** Handles `/api/docs`; resolves to undefined for other requests, and for pages that there are not. */
export type ApiDocs = (request: Request, pathname: string) => Promise<Response | undefined>;

const markup = 'text/html; charset=utf-8';

/**
 * `/api/docs`: the API document as pages that one can read, search and try, without anything from outside. They are made
 * from the document when they are first asked for, and kept.
 */
export function createApiDocs(readDocument: () => Promise<ApiDocument>): ApiDocs {
  const readInline = async () => inlineSchemas(await readDocument());
  const kept = new Map<string, Promise<KeptFile>>();

  /** Makes the file of a name; undefined where there is none. */
  async function make(name: string): Promise<{ type: string; content: string | Uint8Array } | undefined> {
    switch (name) {
      case '': {
        const [guide, versioning] = await Promise.all(
          ['server/node/api-docs/guide.md', 'server/rest/versioning.md'].map(read),
        );
        return {
          type: markup,
          content: renderStart(await readInline(), { guide: guide ?? '', versioning: versioning ?? '' }),
        };
      }
      case 'page.js':
        return {
          type: 'text/javascript; charset=utf-8',
          content: await read('server/node/api-docs/page.js'),
        };
      case 'style.css':
        return { type: 'text/css; charset=utf-8', content: await readStyle() };
      case 'inter.woff2': {
        const file = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
        return { type: 'font/woff2', content: await readFile(file) };
      }
      default: {
        const content = renderOperation(await readInline(), name);
        return content === undefined ? undefined : { type: markup, content };
      }
    }
  }

  async function keep(name: string): Promise<KeptFile | undefined> {
    const file = await make(name);
    if (!file) return undefined;
    const { type, content } = file;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    return keepCompressed(bytes, { 'content-type': type, 'cache-control': 'no-cache' });
  }

  return async (request, pathname) => {
    if (!/^\/api\/docs(\/|$)/.test(pathname) || !['GET', 'HEAD'].includes(request.method)) return undefined;
    const name = pathname.slice('/api/docs'.length).replace(/^\/|\/$/g, '');
    const known = kept.get(name);
    if (known) return answerKept(request, await known);
    const making = keep(name);
    const file = await making;
    if (!file) return undefined;
    kept.set(name, Promise.resolve(file));
    return answerKept(request, file);
  };
}

/** The tokens of the product's style sheet, and the style of these pages. */
async function readStyle(): Promise<string> {
  const [product, own] = await Promise.all(['src/styles.css', 'server/node/api-docs/style.css'].map(read));
  const tokens = [...(product ?? '').matchAll(/^\s+(--(?:color|radius)-[\w-]+): ([^;*]+);/gm)].map(
    ([, name, value]) => `  ${name}: ${value};\n`,
  );
  return `:root {\n${tokens.join('')}}\n\n${own}`;
}
