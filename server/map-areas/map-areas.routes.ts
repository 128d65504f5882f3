import { Hono } from 'hono';
import type { Deps } from '../context.ts';
import { isKnown } from '../etag.ts';
import { findAreaFile } from './map-areas.queries.ts';
import { generateFileInput } from './map-areas.schema.ts';

/** `GET /media/areas/{organization}/{type}.kml`: the areas of a type that an organization serves, for maps. */
export function areaFileRoutes({ db, ports }: Pick<Deps, 'db' | 'ports'>): Hono {
  return new Hono().get('/:id/:file{[a-z-]+\\.kml}', async (c) => {
    const type = c.req.param('file').replace('.kml', '');
    const { data } = generateFileInput.safeParse({ id: c.req.param('id'), type });
    const path = data && (await findAreaFile(db, data.id, data.type))?.path;
    const body = path && (await ports.media.readDocument(path));
    if (!body) return c.body(null, 404);
    const etag = `"${path}"`;
    const headers = { etag, 'cache-control': 'no-cache' };
    if (isKnown(c.req.raw, etag)) return c.body(null, 304, headers);
    return c.body(body, 200, {
      ...headers,
      'content-type': 'application/vnd.google-earth.kml+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });
}
