import type { Db, Trx } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import type { Context } from '../context.ts';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { Refusal } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { wordsOf } from '../name-words.ts';
import type { ProfileView } from '../profiles/profiles.schema.ts';
import { newSince } from '../relations/list-people.ts';
import { organizationProcedure, publicProcedure, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { findReactions, presentReaction } from './interests.queries.ts';
import { notAvailable, requireOwn, requireVisible } from './post-access.ts';
import { findPostState, keepPost } from './posts.queries.ts';
import { type InterestView, type PostView, postIdInput, postView } from './posts.schema.ts';
import { countForOrganization } from './statistics.queries.ts';
import { loadStatistics } from './statistics.ts';
import { countViews, findViewers, insertView, isUnseen, summarizeViewers } from './viewers.queries.ts';
import {
  organizationViewersInput,
  postFollowerPage,
  postViewersInput,
  postViews,
  statistics,
  statisticsInput,
  viewerPage,
  viewerSummary,
  viewerSummaryInput,
} from './viewers.schema.ts';

/** Who looked at posts and reacted to them, for those whose posts they are. */
export const viewerProcedures = {
  view: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/posts/{id}/view', operationId: 'recordView' },
      summary: 'Say that one has looked at a post',
      description:
        'Everybody who is signed in counts once, however often they look; the organization itself does not. The typed read counts nothing, because devices also read what nobody looks at.',
    })
    .input(postIdInput)
    .output(postViews)
    .mutation(({ ctx, input: { id: postId } }) =>
      write(ctx, async (trx, effects) => {
        await countView(ctx, trx, effects, { postId, viewerId: ctx.viewer.userId });
        return { views: await countViews(trx, postId) };
      }),
    ),

  read: publicProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/posts/{id}', operationId: 'getPost' },
      summary: 'A post, as somebody looks at it',
      description:
        'Drafts and scheduled posts exist only for their creator. Counts the view of a signed-in caller, once; the typed `posts.byId`, with which devices also read ahead, counts none. `interests` holds the caller’s own entry and those of people whom the caller may see reacting, newest first, at most 100.',
    })
    .input(postIdInput)
    .output(postView)
    .query(async ({ ctx, input: { id: postId } }) => {
      const viewerId = ctx.viewer?.userId;
      if (viewerId !== undefined) await tryCountView(ctx, { postId, viewerId });
      const [post] = await hydratePosts(ctx.db, [postId], viewerId);
      if (!post) throw notAvailable();
      return viewerId === undefined
        ? post
        : { ...post, interests: await findInterests(ctx.db, post, viewerId) };
    }),

  viewers: organizationProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/posts/{id}/viewers',
        operationId: 'listPostViewers',
        people: ['items[].viewer'],
      },
      summary: 'Who has looked at a post of the caller’s, newest first',
      description: 'People whom the caller may not find are counted, but not listed.',
    })
    .input(postViewersInput)
    .output(viewerPage)
    .query(async ({ ctx, input: { id: postId, ...input } }) => {
      requireOwn(await findPostState(ctx.db, postId), ctx.viewer.userId);
      return listViewers(ctx.db, { postId }, ctx.viewer.userId, input);
    }),

  viewersOfAll: signedInProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/posts/viewers/user/{id}',
        operationId: 'listPostViewersOfUser',
        people: ['items[].viewer'],
      },
      summary: 'Who has looked at any post of the caller’s, newest first',
      description: 'People whom the caller may not find are counted, but not listed.',
    })
    .input(organizationViewersInput)
    .output(viewerPage)
    .query(({ ctx, input: { id: organizationId, ...input } }) => {
      requireSelf(ctx.viewer, organizationId);
      return listViewers(ctx.db, { organizationId }, organizationId, input);
    }),

  viewerSummary: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/viewers/{id}/summary', operationId: 'getPostViewerSummary' },
      summary: 'How many have looked at posts of the caller’s',
    })
    .input(viewerSummaryInput)
    .output(viewerSummary)
    .query(({ ctx, input: { id } }) => {
      requireSelf(ctx.viewer, id);
      return summarizeViewers(ctx.db, id, newSince(ctx));
    }),

  statistics: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/{id}/statistics', operationId: 'getPostStatistics' },
      summary: 'Views and reactions of the last six months',
      description:
        'Of all posts of the caller’s, where the id is the caller’s, or of one of them. Months are those of the organization’s time zone.',
    })
    .input(statisticsInput)
    .output(statistics)
    .query(async ({ ctx, input: { id } }) => {
      const isSelf = id === ctx.viewer.userId;
      if (!isSelf) requireOwn(await findPostState(ctx.db, id), ctx.viewer.userId);
      return loadStatistics(ctx, isSelf ? { organizationId: id } : { postId: id });
    }),

  followers: signedInProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/posts/{id}/followers',
        operationId: 'listPostFollowers',
        people: ['items[].user'],
      },
      summary: 'Who reacted to a post: likes it, is interested or goes there',
      description:
        'The newest reaction comes first. Left out, for the organization too, are people who keep from the caller what they do, or themselves.',
    })
    .input(postViewersInput)
    .output(postFollowerPage)
    .query(async ({ ctx, input: { id: postId, ...input } }) => {
      const viewerId = ctx.viewer.userId;
      requireVisible(await findPostState(ctx.db, postId), viewerId);
      return listPostFollowers(ctx.db, { postId, viewerId, ...input });
    }),
};

/** Counts that a user looks at a post that they may see; the second time, and their own post, count nothing. */
async function countView(
  ctx: Pick<Context, 'ports'>,
  trx: Trx,
  effects: Pick<Effects, 'atEnd' | 'event'>,
  { postId, viewerId }: { postId: string; viewerId: string },
): Promise<void> {
  const { creator_id: organizationId } = requireVisible(await keepPost(trx, postId), viewerId);
  if (organizationId === viewerId) return;
  const now = ctx.ports.clock.now();
  const { isFirst, isNewViewer } = await insertView(trx, { postId, organizationId, viewerId, now });
  if (isFirst) effects.atEnd(countForOrganization({ organizationId, what: 'views', by: 1, at: now }));
  if (isNewViewer) effects.event(organizationId, { type: 'viewers-changed', payload: {} });
}

/** The same for a read, which must not fail because nothing can be written: on a full disk, or in a race with a delete. */
async function tryCountView(ctx: Context, view: { postId: string; viewerId: string }): Promise<void> {
  if (!(await isUnseen(ctx.db, view.postId, view.viewerId))) return;
  try {
    await write(ctx, (trx, effects) => countView(ctx, trx, effects, view));
  } catch (error) {
    if (error instanceof Refusal) return;
    ctx.ports.log.error({ requestId: ctx.requestId, err: error }, 'view not counted');
  }
}

/** At most how many entries a post has in `interests`. */
const mostInterests = 100;

/** The caller's own entry of a post and those that the caller may see, newest first. */
async function findInterests(db: Db, post: PostView, viewerId: string): Promise<InterestView[]> {
  const newest = await findReactions(db, { postId: post._id, viewerId, limit: mostInterests });
  const entries = newest.page.map(presentReaction);
  const [own] = post.interests;
  return !own || entries.some(({ userId }) => userId === viewerId)
    ? entries
    : [...entries.slice(0, mostInterests - 1), own];
}

async function listViewers(
  db: Db,
  of: { postId: string } | { organizationId: string },
  viewerId: string,
  input: { limit: number; cursor?: string | null | undefined; name?: string | undefined },
) {
  const cursor = readCursor(input.cursor);
  const found = await findViewers(db, {
    of,
    viewerId,
    words: wordsOf(input.name ?? ''),
    limit: input.limit,
    cursor,
  });
  const items = await withPeople(
    db,
    found.page,
    (row) => row.viewer_id,
    (viewer, row) => ({ viewer, viewedAt: row.viewed_at.toISOString() }),
  );
  return { items, cursor: found.cursor };
}

/** Returns a page of those who reacted to a post. */
async function listPostFollowers(
  db: Db,
  input: { postId: string; viewerId: string; limit: number; cursor?: string | null | undefined },
) {
  const found = await findReactions(db, { ...input, cursor: readCursor(input.cursor) });
  const items = await withPeople(
    db,
    found.page,
    (row) => row.user_id,
    (user, row) => ({
      user,
      liked: row.liked_at !== null,
      interested: row.interested_at !== null,
      going: row.going_at !== null,
    }),
  );
  return { items, cursor: found.cursor };
}

/** Presents each row with its person; a row whose person is gone is left out. */
async function withPeople<Row, Item>(
  db: Db,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  present: (person: ProfileView, row: Row) => Item,
): Promise<Item[]> {
  const profiles = await hydrateProfiles(db, rows.map(idOf), undefined);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  return rows.flatMap((row) => {
    const person = byId.get(idOf(row));
    return person ? [present(person, row)] : [];
  });
}
