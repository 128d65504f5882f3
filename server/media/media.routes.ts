import { Hono } from 'hono';
import { type MediaPort, pictureWidths } from '../ports.ts';

/** Seconds for which a browser may use a signed address without another request here. It is valid for much longer. */
const redirectSeconds = 3600;

/**
 * `GET /media/{path}/{width}`: a stored picture in one of its widths, in pixels. Its content never changes. Where the
 * store hands out pictures, it redirects there.
 */
export function mediaRoutes(media: MediaPort): Hono {
  return new Hono().get('/:path{[0-9a-f]{64}}/:width{[0-9]+}', async (c) => {
    const width = pictureWidths.find((candidate) => candidate === Number(c.req.param('width')));
    if (width && media.addresses && c.req.method === 'GET') {
      c.header('cache-control', `public, max-age=${redirectSeconds}`);
      return c.redirect(await media.addresses.picture(c.req.param('path'), width), 302);
    }
    const picture = width && (await media.read(c.req.param('path'), width));
    if (!picture) return c.body(null, 404);
    return c.body(picture.body, 200, {
      'content-type': picture.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });
}
