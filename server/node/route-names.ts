import type { AnyTRPCRouter } from '@trpc/server';
import { operationsOf, parametersOf, proceduresOf } from '#server/rest/operations.ts';

/**
 * Names the route that a request takes, for the log: the pattern, never the address itself, since addresses hold
 * what people typed.
 */
export function createRouteNames(router: AnyTRPCRouter): (method: string, pathname: string) => string {
  const procedures = new Set(Object.keys(proceduresOf(router)));
  const routes = operationsOf(router).map(({ method, path }) => ({
    method,
    name: `/api${path}`,
    pattern: new RegExp(
      `^/api${parametersOf(path).reduce((text, name) => text.replace(`{${name}}`, '[^/]+'), path)}/?$`,
    ),
  }));
  return (method, pathname) => {
    if (pathname.startsWith('/api/trpc/')) {
      const names = pathname.slice('/api/trpc/'.length).split(',');
      return names.every((name) => procedures.has(name)) ? `/api/trpc/${names.join()}` : '/api/trpc/*';
    }
    if (
      /^\/(?:api\/docs|api\/openapi\.json|api\/client\.tgz|api\/healthz|assets\/[\w.-]+|healthz|readyz)$/.test(
        pathname,
      )
    )
      return pathname;
    if (pathname.startsWith('/api/docs/')) return '/api/docs/*';
    if (/^\/api\/(?:uploads|files)(?:\/|$)/.test(pathname))
      return pathname.replace(/^(\/api\/\w+)\/.*$/, '$1/{id}');
    if (pathname.startsWith('/api/'))
      return (
        routes.find((route) => route.method === method && route.pattern.test(pathname))?.name ?? '/api/*'
      );
    return pathname.startsWith('/media/') ? '/media/*' : '/*';
  };
}
