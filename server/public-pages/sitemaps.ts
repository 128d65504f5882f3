import type { Db } from '#db/database.ts';
import { decodeCursor, encodeCursor, type KeysetCursor } from '#db/keyset.ts';
import type { ClockPort } from '../ports.ts';
import { id } from '../validation.schema.ts';
import { pathOfPost } from './describe-page.ts';
import { escapeHtml } from './page-head.ts';
import {
  findListedOrganizations,
  findListedPosts,
  findOrganizationPlace,
  findPostPlace,
  type Range,
} from './public-pages.queries.ts';

/** How many addresses a file is begun with. What is published later stands in the last one. */
const addressesPerFile = 5000;

/** The most addresses that the protocol allows in a file. */
const mostAddresses = 50_000;

/** Milliseconds after which it is looked again where files begin. */
const placesAge = 10 * 60 * 1000;

/** The lists that have files of their own. */
const lists = ['posts', 'organizations'] as const;
type ListName = (typeof lists)[number];

/** Screens that are the same for everybody. */
const screens = [
  '/',
  '/search/organization',
  '/search/community-activity',
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/terms-and-conditions',
];

interface Entry {
  path: string;
  changedAt?: Date | null;
}

/** A list that is cut into files by places in its order, which are texts in the files' addresses. */
interface List {
  /** Returns the place so many rows after another one, or undefined where the list ends before. */
  findPlace(after: string | undefined, count: number): Promise<string | undefined>;
  /** Returns the rows of a range; undefined where a bound is no place. */
  find(range: Range<string>): Promise<Entry[]> | undefined;
}

/** The name of a file: `screens.xml`, or a list and the places between which its part lies. */
export interface SitemapFile {
  list: string;
  after: string;
  until: string;
}

const start = 'start';
const end = 'end';

/**
 * Writes the sitemap: an index, and files that are one range of an index of the database each. Where files begin is
 * kept, since rows are added at the end of a list: finding it reads each row of a list once in the life of a process.
 */
export function createSitemaps({ db, clock, publicUrl }: { db: Db; clock: ClockPort; publicUrl: string }) {
  const sources: Record<ListName, List> = { posts: listPosts(db), organizations: listOrganizations(db) };
  const places = {
    posts: keepPlaces(sources.posts, clock),
    organizations: keepPlaces(sources.organizations, clock),
  };
  const element = (name: string, path: string, more = '') =>
    `<${name}><loc>${escapeHtml(publicUrl + path)}</loc>${more}</${name}>`;

  return {
    async index(): Promise<string> {
      const files = ['/sitemaps/screens.xml'];
      for (const name of lists) {
        const bounds = [start, ...(await places[name]()), end];
        for (const [index, until] of bounds.slice(1).entries())
          files.push(`/sitemaps/${name}/${bounds[index]}/${until}.xml`);
      }
      return document(
        'sitemapindex',
        files.map((path) => element('sitemap', path)),
      );
    },

    /** Returns undefined where there is no such file. */
    async file({ list, after, until }: SitemapFile): Promise<string | undefined> {
      const range = { after: after === start ? undefined : after, until: until === end ? undefined : until };
      const name = lists.find((known) => known === list);
      const entries = name ? await sources[name].find(range) : undefined;
      return entries && writeEntries(entries);
    },

    screens: (): string => writeEntries(screens.map((path) => ({ path }))),
  };

  function writeEntries(entries: Entry[]): string {
    return document(
      'urlset',
      entries.map(({ path, changedAt }) =>
        element('url', path, changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''),
      ),
    );
  }
}

const document = (root: string, elements: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...elements,
    `</${root}>`,
    '',
  ].join('\n');

/** Returns a function that finds where the second and all later files of a list begin. Calls at one time share the work. */
function keepPlaces(list: List, clock: ClockPort): () => Promise<readonly string[]> {
  const places: string[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | undefined;
  const look = async () => {
    const now = clock.now().getTime();
    if (now - lookedAt < placesAge) return;
    let place: string | undefined;
    while ((place = await list.findPlace(places.at(-1), addressesPerFile)) !== undefined) places.push(place);
    lookedAt = now;
  };
  return async () => {
    pending ??= look().finally(() => {
      pending = undefined;
    });
    await pending;
    return places;
  };
}

const listPosts = (db: Db): List => ({
  async findPlace(after, count) {
    const place = await findPostPlace(db, after === undefined ? undefined : decodeCursor(after), count);
    return place && encodeCursor(place);
  },
  find(range) {
    const bounds: Range<KeysetCursor> = {
      after: range.after === undefined ? undefined : decodeCursor(range.after),
      until: range.until === undefined ? undefined : decodeCursor(range.until),
    };
    if (isMissing(range, bounds)) return undefined;
    return findListedPosts(db, bounds, mostAddresses).then((rows) =>
      rows.map((row) => ({ path: pathOfPost(row), changedAt: row.updated_at })),
    );
  },
});

const listOrganizations = (db: Db): List => ({
  findPlace: (after, count) => findOrganizationPlace(db, after, count),
  find(range) {
    const bounds: Range<string> = {
      after: id.safeParse(range.after).data,
      until: id.safeParse(range.until).data,
    };
    if (isMissing(range, bounds)) return undefined;
    return findListedOrganizations(db, bounds, mostAddresses).then((rows) =>
      rows.map((row) => ({
        path: `/organization/details/${row.user_id}`,
        changedAt: row.last_published_at,
      })),
    );
  },
});

/** Whether a bound was given that is none. */
const isMissing = (given: Range<unknown>, found: Range<unknown>) =>
  (given.after !== undefined && found.after === undefined) ||
  (given.until !== undefined && found.until === undefined);
