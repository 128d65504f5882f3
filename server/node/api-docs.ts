import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { answerKept, type KeptFile, keepCompressed } from './kept-file.ts';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Gatherwell API</title>
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="/api/docs/swagger-ui-bundle.js"></script>
  <script src="/api/docs/start.js"></script>
</body>
</html>`;

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  tryItOutEnabled: true,
});`;

/**
 * What the reference needs beyond the policy of the other pages: style attributes and pictures in its style sheet. It
 * has no Trusted Types: Swagger UI renders descriptions by strings of markup. They come from our API document alone,
 * which holds nothing that anybody wrote here.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files: Record<string, { type: string; read: () => Promise<string> | string }> = {
  '': { type: 'text/html; charset=utf-8', read: () => page },
  '/start.js': { type: 'text/javascript; charset=utf-8', read: () => start },
  '/swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFile(join(swaggerUi, 'swagger-ui.css'), 'utf8'),
  },
  '/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readFile(join(swaggerUi, 'swagger-ui-bundle.js'), 'utf8'),
  },
};

const kept = new Map<string, Promise<KeptFile>>();

/** `/api/docs`: the API document as a page that one can browse and try, without anything from outside. */
export async function apiDocs(request: Request, pathname: string): Promise<Response | undefined> {
  if (!/^\/api\/docs(\/|$)/.test(pathname) || !['GET', 'HEAD'].includes(request.method)) return undefined;
  const name = pathname.slice('/api/docs'.length).replace(/\/$/, '');
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return undefined;
  let bytes = kept.get(name);
  if (!bytes) {
    bytes = keep(file);
    kept.set(name, bytes);
    bytes.catch(() => kept.delete(name));
  }
  return answerKept(request, await bytes);
}

async function keep({ type, read }: (typeof files)[string]): Promise<KeptFile> {
  return keepCompressed(new TextEncoder().encode(await read()), {
    'content-type': type,
    'cache-control': 'public, max-age=3600',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
  });
}
