import { initTRPC } from '@trpc/server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Meta } from '../trpc.ts';
import { createOpenApiDocument } from './openapi.ts';
import { createRestRoutes, type RestBindings } from './rest.ts';

const t = initTRPC.context<Context>().meta<Meta>().create();
const call = (path: string, deprecated?: Meta['deprecated']) =>
  t.procedure
    .meta({
      rest: { method: 'GET', path, operationId: `get${path.slice(1)}` },
      summary: 'Get it',
      ...(deprecated && { deprecated }),
    })
    .output(z.string())
    .query(() => 'here');
const router = t.router({
  old: call('/Old', { since: '2026-01-01', sunset: '2026-08-01', instead: 'getNew' }),
  new: call('/New'),
});

test('a deprecated operation says so in the document and in the headers of its responses, and no other does', async () => {
  const { paths } = createOpenApiDocument(router, { publicUrl: 'https://gatherwell.test' }) as {
    paths: Record<string, { get: { deprecated?: boolean; description: string } }>;
  };
  expect(paths['/Old']?.get.deprecated).toBe(true);
  expect(paths['/Old']?.get.description).toContain('gone from 2026-08-01 on.** Call `getNew` instead.');
  expect(paths['/New']?.get).not.toHaveProperty('deprecated');

  const headersOf = async (path: string) => {
    const responseHeaders = new Headers();
    const app = new Hono<RestBindings>();
    app.use(async (c, next) => {
      c.set('context', { responseHeaders } as Context);
      c.set('onError', () => {});
      await next();
    });
    app.route('/', createRestRoutes(router));
    expect(await (await app.request(path)).json()).toMatchObject({ data: 'here' });
    return Object.fromEntries(responseHeaders);
  };
  expect(await headersOf('/Old')).toEqual({
    deprecation: '@1767225600',
    sunset: 'Sat, 01 Aug 2026 00:00:00 GMT',
  });
  expect(await headersOf('/New')).toEqual({});
});
