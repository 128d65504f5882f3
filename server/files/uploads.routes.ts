import { Hono } from 'hono';
import { notSignedIn } from '../errors.ts';
import { limitRequest } from '../limit.ts';
import type { RestBindings } from '../rest/rest.ts';
import { createUploadStore } from './upload-store.ts';

/** Where uploads begin; each has an address below it. */
export const uploadsPath = '/api/uploads';

/** The type of what uploads send. */
export const uploadType = 'application/offset+octet-stream';

/** Resumable uploads of files for messages: the tus protocol, version 1.0.0, for who is signed in. */
export function uploadRoutes(): Hono<RestBindings> {
  const app = new Hono<RestBindings>({ strict: false });
  app.all('*', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['write', 'messages']);
    if (!session) throw notSignedIn();
    await limitRequest(ctx, session);
    return ctx.ports.uploads.handle(c.req.raw, uploadsPath, createUploadStore(ctx, session));
  });
  return app;
}
