import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { badField, conflict } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { findUnknown } from '../lookups/lookups.queries.ts';
import { deleteAnnouncements, deleteNotificationsOfPost } from '../notifications/notifications.queries.ts';
import type { DocumentedRequest } from '../rest/documented.ts';
import { organizationProcedure, publicProcedure, router, type SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { interestProcedures } from './interests.procedures.ts';
import { listingProcedures } from './listings.procedures.ts';
import { deletePendingAnnouncement } from './pending-announcements.queries.ts';
import { storePictures } from './pictures.ts';
import { notAvailable, requireOwn } from './post-access.ts';
import { resolveDates } from './post-dates.ts';
import { postSearchProcedures } from './post-search.procedures.ts';
import {
  deletePost,
  findPictures,
  findPostState,
  findPosts,
  insertPost,
  lockOrganization,
  lockPost,
  lockPostToDelete,
  refreshLastPublished,
  updatePost,
} from './posts.queries.ts';
import {
  type PostEntry,
  postIdInput,
  postInput,
  postListInput,
  postPage,
  postUpdate,
  postView,
  type SavedPost,
  savedPost,
} from './posts.schema.ts';
import { tellCreator } from './tell-creator.ts';
import { undoPublishProcedures } from './undo-publish.procedures.ts';
import { announceLater, withUndoSeconds } from './undo-publish.ts';
import { viewerProcedures } from './viewers.procedures.ts';

/** What a post has beside what is entered: a post that was read can be sent back with it. */
const documentedPost = {
  actors: ['creatorId'],
  ignores: [
    'organizationName',
    'organizationProfilePicture',
    'createdAt',
    'publishedAt',
    'addable',
    'isAdded',
    'views',
    'follows',
    'interests',
    'counts',
    'sharedBy',
    'sharedByName',
    'sharedAt',
    'undoSeconds',
    'images[].createdAt',
    'images[].width',
    'images[].height',
  ],
  references: ['impactAreas[]', 'skills[]'],
} as const satisfies DocumentedRequest;

export const postsRouter = router({
  create: organizationProcedure
    .meta({
      rest: { method: 'POST', path: '/posts/', ...documentedPost },
      summary: 'Publish a post, schedule it, or keep it as a draft',
      description:
        'The fields are those of the type. With an `_id`, the same create sent again makes no second post and answers the first.',
      message: 'Post saved.',
      largeBody: true,
      example: {
        postType: 'general',
        title: 'We have moved',
        description: 'Come and see us.',
        isActive: true,
      },
    })
    .input(postInput)
    .output(savedPost)
    .mutation(async ({ ctx, input }) => {
      const id = input._id ?? uuid();
      const earlier = await findPostState(ctx.db, id);
      if (earlier) return answerEarlier(ctx, earlier);
      await checkLookups(ctx, input);
      const entry = await resolveDates(ctx, input, null);
      await checkSchedule(ctx, entry, null);
      const creatorId = ctx.viewer.userId;
      const pictures = await storePictures(ctx, creatorId, input.images, []);
      const post = await write(ctx, async (trx, effects) => {
        await lockOrganization(trx, creatorId);
        const now = ctx.ports.clock.now();
        if (!(await insertPost(trx, { id, creatorId, entry, pictures, now }))) return undefined;
        if (input.isActive) {
          await refreshLastPublished(trx, creatorId);
          if (input.undoable) await announceLater(ctx, trx, id, null);
          else announce(effects, id);
        }
        const saved = await tellCreator(trx, effects, id, creatorId);
        return input.undoable ? withUndoSeconds(ctx, trx, saved) : saved;
      });
      return post ?? answerEarlier(ctx, await findPostState(ctx.db, id));
    }),

  update: organizationProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/posts/{id}',
        ...documentedPost,
        ignores: ['_id', ...documentedPost.ignores],
      },
      summary: 'Change a post, publish it, schedule it or take it back to a draft',
      description:
        'Takes the whole post as it is to be. Publishing a draft notifies followers; a post taken back is a draft again and takes a new place in every list when it is published again.',
      message: 'Post saved.',
      largeBody: true,
    })
    .input(postUpdate)
    .output(savedPost)
    .mutation(async ({ ctx, input }) => {
      const { id } = input;
      const creatorId = ctx.viewer.userId;
      const state = requireOwn(await findPostState(ctx.db, id), creatorId);
      if (state.post_type !== input.postType)
        throw badField('postType', 'The type of a post cannot be changed.');
      await checkLookups(ctx, input);
      const entry = await resolveDates(ctx, input, state.time_zone);
      await checkSchedule(ctx, entry, state.scheduled_publish_at);
      const pictures = await storePictures(ctx, creatorId, input.images, await findPictures(ctx.db, id));
      return write(ctx, async (trx, effects) => {
        await lockOrganization(trx, creatorId);
        const before = requireOwn(await lockPost(trx, id), creatorId);
        if (input.wasActive !== undefined && input.wasActive !== before.is_active)
          throw conflict(
            'changed-meanwhile',
            before.is_active
              ? 'This post went out in the meantime. Reload the page to go on with what is published.'
              : 'This post was taken back in the meantime. Reload the page to go on with the draft.',
          );
        const now = ctx.ports.clock.now();
        const publishes = input.isActive && !before.is_active;
        const [unpublished] = publishes && input.undoable ? await hydratePosts(trx, [id], creatorId) : [];
        if (unpublished) await announceLater(ctx, trx, id, unpublished);
        const publishedAt = input.isActive ? (before.published_at ?? now) : null;
        await updatePost(trx, { id, entry, pictures, publishedAt, now });
        if (input.isActive !== before.is_active) await refreshLastPublished(trx, creatorId);
        if (publishes && !unpublished) announce(effects, id);
        if (!input.isActive && before.is_active) {
          await deletePendingAnnouncement(trx, id);
          await deleteAnnouncements(trx, id, await ctx.ports.clock.shared(trx));
        }
        const saved = await tellCreator(trx, effects, id, creatorId);
        return unpublished ? withUndoSeconds(ctx, trx, saved) : saved;
      });
    }),

  remove: organizationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/posts/{id}' },
      summary: 'Delete a post for good, with what was said of it',
      message: 'Post deleted.',
    })
    .input(postIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      const creatorId = ctx.viewer.userId;
      await write(ctx, async (trx, effects) => {
        await lockOrganization(trx, creatorId);
        const { is_active } = requireOwn(await lockPostToDelete(trx, id), creatorId);
        await deleteNotificationsOfPost(trx, id, await ctx.ports.clock.shared(trx));
        await deletePost(trx, id);
        if (is_active) await refreshLastPublished(trx, creatorId);
        effects.event(creatorId, { type: 'post-removed', payload: { postId: id } });
      });
      return null;
    }),

  byId: publicProcedure
    .meta({ summary: 'A post, for its creator also a draft or a scheduled one. Counts no view' })
    .input(postIdInput)
    .output(postView)
    .query(async ({ ctx, input: { id } }) => {
      const [post] = await hydratePosts(ctx.db, [id], ctx.viewer?.userId);
      if (!post) throw notAvailable();
      return post;
    }),

  list: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/posts' },
      summary: 'Posts that a filter finds, newest first',
      description: 'Without filters: the newest published posts.',
      example: { filters: { postTypes: ['event'], topNeed: false } },
    })
    .input(postListInput)
    .output(postPage)
    .query(async ({ ctx, input }) => {
      const viewerId = ctx.viewer?.userId;
      const { filters: filter, limit } = input;
      const { ids, cursor } = await findPosts(ctx.db, {
        filter,
        viewerId,
        limit,
        cursor: readCursor(input.cursor),
      });
      return { items: await hydratePosts(ctx.db, ids, viewerId), cursor };
    }),

  ...interestProcedures,
  ...listingProcedures,
  ...postSearchProcedures,
  ...undoPublishProcedures,
  ...viewerProcedures,
});

/** Answers a create whose id is taken: the same post for its creator, a conflict for anybody else. */
async function answerEarlier(
  ctx: SignedInContext,
  state: Awaited<ReturnType<typeof findPostState>>,
): Promise<SavedPost> {
  const own = state?.creator_id === ctx.viewer.userId;
  const [post] = own ? await hydratePosts(ctx.db, [state.id], ctx.viewer.userId) : [];
  if (!post) throw conflict('id-taken', 'This id is taken. Please choose another one.');
  return withUndoSeconds(ctx, ctx.db, post);
}

async function checkLookups(ctx: SignedInContext, entry: PostEntry): Promise<void> {
  const unknownAreas = await findUnknown(ctx.db, 'impact_areas', entry.impactAreas);
  if (unknownAreas.length > 0) throw badField('impactAreas', 'Choose impact areas from the list.');
  const unknownSkills = await findUnknown(ctx.db, 'skills', entry.skills ?? []);
  if (unknownSkills.length > 0) throw badField('skills', 'Choose skills from the list.');
}

/** A new schedule lies ahead. One that the post has already may be sent back, however late it is. */
async function checkSchedule(ctx: SignedInContext, entry: PostEntry, known: Date | null): Promise<void> {
  const at = entry.scheduledPublish ? Date.parse(entry.scheduledPublishDateTime ?? '') : Number.NaN;
  if (Number.isNaN(at) || at === known?.getTime()) return;
  if (at <= (await ctx.ports.clock.shared(ctx.db)).getTime())
    throw badField('scheduledPublishDateTime', 'Choose a time that is still to come');
}

function announce(effects: Effects, postId: string): void {
  effects.job({ name: 'announce-post', payload: { postId, after: null } });
}
