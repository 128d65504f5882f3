import { TRPCError } from '@trpc/server';
import type { ProfileKind } from '#db/tables/columns.ts';
import { createContext, type Deps } from '../context.ts';
import { sha256 } from '../crypto.ts';
import { hostFailure, type Refusal } from '../errors.ts';
import { isKnown } from '../etag.ts';
import type { ClockPort } from '../ports.ts';
import { appRouter } from '../router.ts';
import { createCallerFactory } from '../trpc.ts';
import { id } from '../validation.schema.ts';
import { createDescriptions } from './describe-page.ts';
import { newestShown, type PageData } from './page-data.schema.ts';
import {
  type AppShell,
  type PageHead,
  type RenderedScreen,
  type RenderScreen,
  writeHead,
} from './page-head.ts';
import { findPublicIndividual, findPublicOrganization, findPublicPost } from './public-pages.queries.ts';
import { createSitemaps, type SitemapFile } from './sitemaps.ts';

/** A screen that is the same for all visitors. */
interface CommonScreen {
  kind: 'screen';
  path: string;
}

/** The page of a post or a user. */
interface SharedPage {
  kind: 'post' | ProfileKind;
  id: string;
}

/** A file for search engines. */
type SearchFile =
  | { kind: 'robots' }
  | { kind: 'sitemap' }
  | { kind: 'screens' }
  | ({ kind: 'sitemap-file' } & SitemapFile);

/** What programs read that run no script. */
export type PublicPage = CommonScreen | SharedPage | SearchFile;

const createCaller = createCallerFactory(appRouter);

/** Seconds for which a page may be shown without asking again, and a file for search engines. */
const ages = { page: 60, file: 3600 };

/** Milliseconds for which visitors get the newest posts without looking again. */
const newestAge = 2_000;

const patterns: [RegExp, (...found: string[]) => PublicPage][] = [
  [/^\/post\/[^/]+\/details\/([^/]+)\/?$/, (id = '') => ({ kind: 'post', id })],
  [/^\/organization\/details\/([^/]+)\/?$/, (id = '') => ({ kind: 'organization', id })],
  [/^\/individual\/details\/([^/]+)\/?$/, (id = '') => ({ kind: 'individual', id })],
  [/^(\/|\/user\/sign-(?:in|up))$/, (path = '') => ({ kind: 'screen', path })],
  [/^\/robots\.txt$/, () => ({ kind: 'robots' })],
  [/^\/sitemap\.xml$/, () => ({ kind: 'sitemap' })],
  [/^\/sitemaps\/screens\.xml$/, () => ({ kind: 'screens' })],
  [
    /^\/sitemaps\/(\w+)\/([\w-]+)\/([\w-]+)\.xml$/,
    (list = '', after = '', until = '') => ({ kind: 'sitemap-file', list, after, until }),
  ],
];

/** Returns the public page at a path; undefined where there is none. */
export function findPublicPage(pathname: string): PublicPage | undefined {
  for (const [pattern, pageOf] of patterns) {
    const found = pattern.exec(pathname);
    if (found) return pageOf(...found.slice(1));
  }
  return undefined;
}

/** What a page costs of a client's limit: as many as its calls; what is kept next to nothing, files with thousands of addresses more. */
export const pointsOf = ({ kind }: PublicPage): number =>
  kind === 'screen' ? 0.1 : kind === 'sitemap-file' ? 20 : kind === 'organization' ? 3 : 1;

/**
 * Returns a function that responds to a GET for a public page. A visitor gets the app's page with the head of what is
 * there, and with status 404 and nothing added where a visitor sees nothing: whether it does not exist, is a draft, or
 * is a person who is not to be found. It resolves to undefined for whoever has a session: the app shows them what they
 * may see, and their page needs no query.
 *
 * @param shell the page of the app; without one, only files for search engines are there
 * @param render makes the markup of screens; without it, pages have a head and no content
 */
export function createPublicPages(deps: Deps, shell: AppShell | undefined, render?: RenderScreen) {
  const { db, ports, settings } = deps;
  const { publicUrl } = settings;
  const describe = createDescriptions(publicUrl);
  const sitemaps = createSitemaps({ db, clock: ports.clock, publicUrl });

  async function headOf(page: SharedPage): Promise<PageHead | undefined> {
    const { data } = id.safeParse(page.id);
    if (data === undefined) return undefined;
    if (page.kind === 'post') {
      const row = await findPublicPost(db, data);
      return row && describe.post(row);
    }
    if (page.kind === 'organization') {
      const row = await findPublicOrganization(db, data);
      return row && describe.organization(row);
    }
    const row = await findPublicIndividual(db, data);
    return row && describe.individual(row);
  }

  // The page has been counted for its client. A limit for all visitors together would let one stop the others.
  const counted: Deps = { ...deps, ports: { ...ports, limits: { ...ports.limits, consume: async () => 0 } } };

  /** What a visitor gets of a procedure: the same as through the API, by the same rules. */
  const asVisitor = () =>
    createCaller(createContext(counted, new Headers(), { requestId: 'page', clientAddress: 'page' }));

  /** Renders a screen. Where that fails, the page does without: the app shows the same, or what is wrong. */
  async function screenOf(
    path: string,
    read: () => Promise<object> | object,
  ): Promise<RenderedScreen | undefined> {
    if (!render) return undefined;
    try {
      const data = asSent(await read());
      return { html: await render(path, data), data };
    } catch (error) {
      // A database that is away is for the whole page to say, by the error that shows it.
      if (error instanceof TRPCError && hostFailure(error.cause)) throw error.cause;
      ports.log.error({ path, err: error }, 'a screen could not be rendered');
      return undefined;
    }
  }

  async function dataOf({ kind, id }: SharedPage): Promise<object> {
    const { posts, profiles, memberships } = asVisitor();
    if (kind === 'post') return { post: await posts.byId({ id }) };
    if (kind === 'individual') return { profile: await profiles.publicInfo({ id }) };
    const [profile, members, newest] = await Promise.all([
      profiles.publicInfo({ id }),
      memberships.members({ id }),
      posts.list({ filters: { creatorId: id }, limit: newestShown }),
    ]);
    return { profile, members, posts: newest };
  }

  const readNewest = keepFor(newestAge, ports.clock, () =>
    screenOf('/', async () => ({ newest: await asVisitor().posts.list({ limit: newestShown }) })),
  );

  /** The screens that are the same for all visitors, by their path. Without data they stay as they are. */
  const commonScreens: Record<string, () => Promise<RenderedScreen | undefined>> = {
    '/': readNewest,
    ...Object.fromEntries(
      ['/user/sign-in', '/user/sign-up'].map((path) => [
        path,
        keepFor(Number.POSITIVE_INFINITY, ports.clock, () => screenOf(path, () => ({}))),
      ]),
    ),
  };

  async function answerPage(request: Request, page: SharedPage | CommonScreen, shell: AppShell) {
    if (page.kind === 'screen') {
      const screen = await commonScreens[page.path]?.();
      return tagged(request, shell.with({ screen }), 'no-cache');
    }
    const head = await headOf(page);
    if (!head) return html(shell.html, 404);
    const screen = await screenOf(new URL(request.url).pathname, () => dataOf(page));
    return tagged(request, shell.with({ head: writeHead(head), screen }), `public, max-age=${ages.page}`);
  }

  async function fileOf(page: SearchFile): Promise<Response> {
    if (page.kind === 'robots') return file(robots(publicUrl), 'text/plain');
    if (page.kind === 'screens') return file(sitemaps.screens(), 'application/xml');
    if (page.kind === 'sitemap') return file(await sitemaps.index(), 'application/xml');
    const content = await sitemaps.file(page);
    return content === undefined
      ? new Response('There is no such file.\n', { status: 404 })
      : file(content, 'application/xml');
  }

  return async (request: Request, page: PublicPage): Promise<Response | undefined> => {
    if (isForPrograms(page))
      return orUnavailable(fileOf(page), ({ message }) => new Response(`${message}\n`));
    const { cookie, bearer } = ports.sessions.tokensOf(request.headers);
    if (!shell || cookie !== undefined || bearer !== undefined) return undefined;
    // What follows in an address is for the app: nothing is rendered for it.
    if (page.kind === 'screen' && (!render || new URL(request.url).search !== '')) return undefined;
    return orUnavailable(answerPage(request, page, shell), () => html(shell.html, 200));
  };
}

/** Keeps what was read for a while; calls at one time share the work. */
function keepFor<Value>(age: number, clock: ClockPort, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { at: number; value: Promise<Value> } | undefined;
  return () => {
    const at = clock.now().getTime();
    if (kept && at - kept.at < age) return kept.value;
    const value = read();
    kept = { at, value };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}

/** Data as it arrives at the app. */
const asSent = (data: object) => JSON.parse(JSON.stringify(data)) as PageData;

const isForPrograms = (page: PublicPage): page is SearchFile => page.kind !== 'screen' && !('id' in page);

/** Responds with 503 where the database is unavailable: search engines then keep what they know. */
async function orUnavailable(
  work: Promise<Response>,
  bodyOf: (refusal: Refusal) => Response,
): Promise<Response> {
  try {
    return await work;
  } catch (error) {
    const refusal = hostFailure(error);
    if (!refusal) throw error;
    const { body, headers } = bodyOf(refusal);
    headers.set('retry-after', String(refusal.retryAfter));
    return new Response(body, { status: 503, headers });
  }
}

const html = (content: string, status: number, headers: Record<string, string> = {}) =>
  new Response(content, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', ...headers },
  });

const file = (content: string, type: string) =>
  new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': `public, max-age=${ages.file}`,
    },
  });

/** A page, or that the client has it already. */
function tagged(request: Request, content: string, caching: string): Response {
  const tag = `W/"${sha256(content).slice(0, 32)}"`;
  const headers = { etag: tag, 'cache-control': caching, vary: 'cookie' };
  return isKnown(request, tag) ? new Response(null, { status: 304, headers }) : html(content, 200, headers);
}

/** Screens of signed-in people show nothing to anybody else. `/api` is open: scripts of public pages call it. */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    ...[
      '/calender',
      '/community/',
      '/complete/',
      '/conversation/',
      '/cultivation/',
      '/dashboard',
      '/edit/',
      '/notification/',
      '/post/manage',
      '/search/individual',
      '/search/user/',
      '/user/',
      '/wallet',
    ].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
