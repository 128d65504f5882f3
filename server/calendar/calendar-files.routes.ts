import { Hono, type Context as HonoContext } from 'hono';
import { sha256 } from '../crypto.ts';
import { hydratePosts, presentAddress } from '../hydrate/posts.ts';
import { limitRequest } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { id } from '../validation.schema.ts';
import { findOrganizationName, findOwnerByToken } from './addresses.queries.ts';
import { type CalendarOf, findCalendar, findCancellations, findTexts } from './calendar.queries.ts';
import { type FileEntry, writeCalendar } from './icalendar.ts';

type Call = HonoContext<RestBindings>;

const day = 24 * 60 * 60 * 1000;

/** What a calendar for other programs holds: so many days around today, and at most so many posts. */
const held = { daysBefore: 30, daysAfter: 365, entries: 1000 };

/**
 * Calendars as files, for other programs: `GET /api/posts/{id}/calendar.ics`, one post that the viewer may see; `GET
 * /api/calendars/organization/{id}.ics`, what an organization plans; `GET /api/calendars/private/{secret}.ics`, the
 * calendar of the user who created the secret.
 */
export function calendarFileRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>()
    .get('/posts/:id/calendar.ics', async (c) => {
      await limitRequests(c);
      const ctx = c.get('context');
      const { data: postId } = id.safeParse(c.req.param('id'));
      const [post] = postId
        ? await hydratePosts(ctx.db, [postId], (await ctx.session(['read']))?.userId)
        : [];
      if (!post || post.startDateTime === null) return notThere();
      const [text] = await findTexts(ctx.db, [post._id]);
      if (!text?.takes_place_until) return notThere();
      const entry: FileEntry = {
        postId: post._id,
        title: post.title,
        starts: new Date(post.startDateTime),
        ends: text.takes_place_until,
        createdAt: text.created_at,
        changedAt: text.updated_at,
        isCancelled: false,
        description: post.description,
        address: post.address,
        url: addressOf(c, post.postType, post._id),
      };
      const name = `${post.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.ics`;
      c.header(
        'content-disposition',
        `attachment; filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
      return fileResponse(c, writeCalendar(post.title, [entry]));
    })
    .get('/calendars/organization/:file{[0-9a-f-]+\\.ics}', async (c) => {
      await limitRequests(c);
      const { data: organizationId } = id.safeParse(c.req.param('file').replace('.ics', ''));
      const name = organizationId && (await findOrganizationName(c.get('context').db, organizationId));
      if (!organizationId || name === undefined) return notThere();
      return fileResponse(
        c,
        await writeCalendarOf(c, name || 'Gatherwell', {
          owner: { id: organizationId, user_type: 'organization' },
          viewerId: undefined,
        }),
      );
    })
    .get('/calendars/private/:file{[\\w-]+\\.ics}', async (c) => {
      await limitRequests(c);
      const secret = c.req.param('file').replace('.ics', '');
      const owner = await findOwnerByToken(c.get('context').db, sha256(secret));
      if (!owner) return notThere();
      return fileResponse(c, await writeCalendarOf(c, 'Gatherwell', { owner, viewerId: owner.id }));
    });
}

/** What stands in a calendar around today, and what no longer does. */
async function writeCalendarOf(c: Call, name: string, whose: CalendarOf): Promise<string> {
  const { db, ports } = c.get('context');
  const now = ports.clock.now().getTime();
  const range = { from: new Date(now - held.daysBefore * day), to: new Date(now + held.daysAfter * day) };
  const query = { ...whose, ...range, limit: held.entries };
  const { page } = await findCalendar(db, {
    ...query,
    filter: { isActive: true, scheduledPublish: false },
    cursor: undefined,
  });
  const texts = await findTexts(
    db,
    page.map((row) => row.id),
  );
  const byId = new Map(texts.map((text) => [text.id, text]));
  const cancelled = await findCancellations(db, query);
  return writeCalendar(name, [
    ...page.flatMap((row): FileEntry[] => {
      const text = byId.get(row.id);
      if (!text) return [];
      return [
        {
          postId: row.id,
          title: row.title,
          starts: row.starts,
          ends: row.ends,
          createdAt: text.created_at,
          changedAt: text.updated_at,
          isCancelled: false,
          description: text.description,
          address: presentAddress(row),
          url: addressOf(c, row.post_type, row.id),
        },
      ];
    }),
    ...cancelled.map((row) => ({
      postId: row.post_id,
      title: row.title,
      starts: row.start_at,
      ends: row.end_at,
      createdAt: row.created_at,
      changedAt: row.cancelled_at,
      isCancelled: true,
    })),
  ]);
}

/** The file, or 304 where the client has it already. */
function fileResponse(c: Call, calendar: string): Response {
  const etag = `"${sha256(calendar)}"`;
  c.header('etag', etag);
  c.header('cache-control', 'private, no-cache');
  c.header('x-content-type-options', 'nosniff');
  if (c.req.header('if-none-match') === etag) return c.body(null, 304);
  return c.body(calendar, 200, { 'content-type': 'text/calendar; charset=utf-8' });
}

const addressOf = (c: Call, postType: string, postId: string) =>
  `${c.get('context').settings.publicUrl}/post/${postType}/details/${postId}`;

const notThere = () => failure('There is no calendar at this address.', 404);

/** Throws a 429 where the client sent too many requests. */
async function limitRequests(c: Call): Promise<void> {
  const ctx = c.get('context');
  await limitRequest(ctx, await ctx.session(['read']));
}
