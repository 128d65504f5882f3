import { Hono } from 'hono';
import type { Db } from '#db/database.ts';
import { csvResponse } from '../csv.ts';
import { limitRequest } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { id } from '../validation.schema.ts';
import { presentListedUser } from './cultivations.present.ts';
import { findCultivation, findListedUsers, findUserPlaces, type UserPlace } from './cultivations.queries.ts';
import type { CultivationUserView } from './cultivations.schema.ts';

/** How many people are read at a time. */
const batchSize = 500;

const columns = [
  'List Title',
  'List Description',
  'User Name',
  'Total Interactions',
  'Last Liked',
  'Last Interested',
  'Last Going',
  'Follows',
  'Endorses',
];

/**
 * `GET /api/cultivations/{id}/users.csv`: everybody on a list of the organization that asks, the last added first, as a
 * file. `x-total-count` is how many people are on it. A last reaction is its UTC instant, ISO 8601, and the post's
 * title.
 */
export function cultivationExportRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/cultivations/:id/users.csv', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['read', 'administration']);
    if (!session) return failure('Please sign in first.', 401);
    if (session.userType !== 'organization') return failure('This is for organizations only.', 403);
    await limitRequest(ctx, session);
    const { data: cultivationId } = id.safeParse(c.req.param('id'));
    const list = cultivationId && (await findCultivation(ctx.db, cultivationId, session.userId));
    if (!list) return failure('Not found', 404);
    return csvResponse('cultivation-list.csv', columns, rowsOf(ctx.db, list), list.total);
  });
}

type List = NonNullable<Awaited<ReturnType<typeof findCultivation>>>;

async function* rowsOf(db: Db, { id: cultivationId, creator_id, title, description }: List) {
  const list = { cultivationId, creatorId: creator_id };
  const query = { ...list, search: undefined, sort: 'addedAt', order: 'descending' } as const;
  let from: UserPlace | undefined;
  do {
    // The first one of a further batch is the last one of the batch before.
    const skipped = from ? 1 : 0;
    const places = await findUserPlaces(db, query, { from, direction: 'on', limit: batchSize + skipped });
    const ids = places.slice(skipped).map((place) => place.id);
    const users = await findListedUsers(db, { ...list, ids });
    yield users.map((row) => [title, description, ...cellsOf(presentListedUser(row))]);
    from = places.length === batchSize + skipped ? places.at(-1) : undefined;
  } while (from);
}

const cellsOf = (user: CultivationUserView): string[] => [
  user.basicInfo.name,
  String(user.totalInteractions),
  lastCell(user.lastLiked?.likedAt, user.lastLikedPost),
  lastCell(user.lastInterested?.interestedAt, user.lastInterestedPost),
  lastCell(user.lastGoing?.goingAt, user.lastGoingPost),
  user.follows ? 'Yes' : 'No',
  user.endorses ? 'Yes' : 'No',
];

const lastCell = (at: string | undefined, post: { title: string } | null) =>
  at && post ? `${at} ${post.title}` : '';
