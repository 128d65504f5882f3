import { createHmac, randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { z } from 'zod';
import { networkNames } from '#db/tables/social-media.ts';

/** The calls of all networks, by what they are for. */
const callNames = [
  'login',
  'token',
  'account',
  'pages',
  'picture',
  'post',
  'posts',
  'edit',
  'delete',
  'revoke',
] as const;
export type CallName = (typeof callNames)[number];

/**
 * What goes wrong: the network rejects the call, or the token as expired or as revoked, which it then stays; it takes no
 * more calls for a while; it fails; it does what is asked and its response is lost; or it responds after a minute.
 */
const faults = ['refuse', 'expire', 'revoke', 'limit', 'fail', 'lose', 'slow'] as const;

/** What `POST /stand-in/faults` takes. */
export const faultInput = z.strictObject({
  network: z.enum(networkNames),
  call: z.enum(callNames),
  fault: z.enum(faults),
  /** How many calls meet it. */
  times: z.int().min(1).max(100_000).default(1),
  /** Only every so many calls meet it. */
  every: z.int().min(1).max(1000).default(1),
  /** For how long a `limit` lasts. */
  seconds: z.number().positive().max(86_400).default(180),
});

export type Network = z.output<typeof faultInput>['network'];
export type StandInContext = Context<{ Bindings: HttpBindings }>;

/** An account at every network. */
export interface Person {
  id: string;
  name: string;
  handle: string;
  pages: readonly { id: string; name: string }[];
}

export const people: readonly Person[] = [
  {
    id: '1001',
    name: 'Larkfield Community',
    handle: 'larkfield',
    pages: [
      { id: '2001', name: 'Larkfield Community Center' },
      { id: '2002', name: 'Larkfield Food Bank' },
    ],
  },
  { id: '1002', name: 'Noor Haddad', handle: 'noor', pages: [] },
  // Behind those whom the login page offers: for tests with many accounts.
  ...Array.from({ length: 16 }, (_, index) => ({
    id: String(1100 + index),
    name: `Organization ${index}`,
    handle: `organization-${index}`,
    pages: [{ id: String(2100 + index), name: `Page ${index}` }],
  })),
];

/** How many accounts the login page offers. */
const offered = 2;

/** What an app is known by, at all three. */
export const app = { id: '4242424242', secret: 'stand-in-secret' };

/** A post as `GET /stand-in/posts` shows it. */
export interface StandInPost {
  id: string;
  network: Network;
  /** Whose it is: the account, or the page. */
  account: string;
  page: string | null;
  text: string;
  link: string | null;
  pictures: StandInPicture[];
  /** A UTC instant. */
  postedAt: string;
}

export interface StandInPicture {
  type: string;
  bytes: number;
  description: string;
}

/** What is kept, in memory. Tokens are not: they prove themselves, and outlive a restart. */
export interface StandInState {
  posts: StandInPost[];
  /** Uploaded and not posted yet. */
  pictures: Map<string, StandInPicture>;
  /** Codes and request tokens that are in force, with what they stand for. */
  pending: Map<string, { person: string; returnTo: string }>;
  revoked: Set<string>;
  /** With how many calls each has seen. */
  faults: (z.output<typeof faultInput> & { seen: number })[];
}

export const createState = (): StandInState => ({
  posts: [],
  pictures: new Map(),
  pending: new Map(),
  revoked: new Set(),
  faults: [],
});

let lastId = Date.now();
/** An id that was not used before, also before a restart. */
export const nextId = (): string => String(++lastId);

/** A page of a list, from a place on, and the place of the next page where there is one. */
export function pageOf<T>(
  all: readonly T[],
  from = '0',
  limit = '10',
): { items: T[]; next: string | undefined } {
  const end = Number(from) + Number(limit);
  return { items: all.slice(Number(from), end), next: end < all.length ? String(end) : undefined };
}

const macOf = (text: string) => createHmac('sha256', app.secret).update(text).digest('hex').slice(0, 32);

/** Makes a token that stands for an account, for so many days. */
export function makeToken(kind: string, person: string, days = 60): string {
  const content = `${kind}_${person}_${Date.now() + days * 86_400_000}_${randomBytes(8).toString('hex')}`;
  return `${content}_${macOf(content)}`;
}

/** The secret that goes with a token, where a network has one. */
export const secretOf = (token: string): string => macOf(`secret of ${token}`);

/** Whose a token is, or why it is none. */
export function readToken(
  state: StandInState,
  kind: string,
  token: string,
): { person: Person; expiresAt: number } | 'expire' | 'revoke' {
  const content = token.slice(0, token.lastIndexOf('_'));
  const [tokenKind, id, expiresAt] = content.split('_');
  const person = people.find((each) => each.id === id);
  if (token !== `${content}_${macOf(content)}` || tokenKind !== kind || !person) return 'revoke';
  if (state.revoked.has(token)) return 'revoke';
  return Number(expiresAt) > Date.now() ? { person, expiresAt: Number(expiresAt) } : 'expire';
}

/** How a network words what went wrong. */
export type Failures = Record<'refuse' | 'expire' | 'revoke' | 'fail', (c: StandInContext) => Response> & {
  limit: (c: StandInContext, seconds: number) => Response;
};

/** How long a call waits that is slow. */
const slowMs = 60_000;

/** Responds to a call, unless a fault is set for it. */
export function answering(
  state: StandInState,
  network: Network,
  failures: Failures,
  tokenOf: (c: StandInContext) => string | undefined,
) {
  return (call: CallName, handle: (c: StandInContext) => Response | Promise<Response>) =>
    async (c: StandInContext): Promise<Response> => {
      const { fault, seconds = 0 } = takeFault(state, network, call) ?? {};
      if (fault === 'slow') await closedOr(c, slowMs);
      else if (fault === 'revoke') {
        const token = tokenOf(c);
        if (token !== undefined) state.revoked.add(token);
      }
      if (fault !== undefined && fault !== 'slow' && fault !== 'lose') return failures[fault](c, seconds);
      const response = await handle(c);
      if (fault !== 'lose') return response;
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    };
}

/** Returns the first fault that this call meets. */
function takeFault(state: StandInState, network: Network, call: CallName) {
  const found = state.faults.find((each) => {
    if (each.network !== network || each.call !== call) return false;
    each.seen++;
    return each.seen % each.every === 0;
  });
  if (!found) return undefined;
  found.times--;
  if (found.times === 0) state.faults.splice(state.faults.indexOf(found), 1);
  return found;
}

/** Resolves when the caller is gone, or after this long. */
const closedOr = (c: StandInContext, milliseconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    c.env.outgoing.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page on which people say who they are and whether the app may: each choice is a link. */
export function loginPage(c: StandInContext, title: string): Response {
  const { url } = c.req;
  const withAnswer = (name: string, value: string) => {
    const address = new URL(url);
    address.searchParams.set(name, value);
    return escape(`${address.pathname}${address.search}`);
  };
  const choices = people
    .slice(0, offered)
    .map(
      ({ handle, name }) => `<p><a href="${withAnswer('as', handle)}">Continue as ${escape(name)}</a></p>`,
    );
  return c.html(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} (stand-in)</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>body{font:18px system-ui;max-width:28rem;margin:3rem auto;padding:0 1rem}</style>
<h1>${title}</h1><p>This stands in for the real ${title}. Gatherwell asks to post for you.</p>
${choices.join('\n')}<p><a href="${withAnswer('as', 'nobody')}">Cancel</a></p></html>`);
}

/** Who was chosen on the login page: a person, nobody, or nothing yet. */
export function chosenPerson(c: StandInContext): Person | 'nobody' | undefined {
  const as = c.req.query('as');
  return as === 'nobody' ? 'nobody' : people.find(({ handle }) => handle === as);
}
