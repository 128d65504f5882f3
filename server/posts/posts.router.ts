import { z } from 'zod';
import { hydratePosts } from '../hydrate/posts.ts';
import type { DocumentedRequest } from '../rest/documented.ts';
import { organizationProcedure, publicProcedure, router } from '../trpc.ts';
import { interestProcedures } from './interests.procedures.ts';
import { listingProcedures } from './listings.procedures.ts';
import { notAvailable } from './post-access.ts';
import { readPostPlace } from './post-order.ts';
import { loadNearestPosts, postQueryOf, postSearchProcedures } from './post-search.procedures.ts';
import { findPosts } from './posts.queries.ts';
import {
  nearPostPage,
  postIdInput,
  postInput,
  postListInput,
  postUpdate,
  postView,
  savedPost,
} from './posts.schema.ts';
import { changePost, createPost, removePost } from './save-post.ts';
import { undoPublishProcedures } from './undo-publish.procedures.ts';
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
    'reminder',
    'views',
    'follows',
    'interests',
    'counts',
    'kilometers',
    'sharedBy',
    'sharedByName',
    'sharedAt',
    'undoSeconds',
    'socialMediaStatus',
    'images[].createdAt',
    'images[].width',
    'images[].height',
  ],
  references: ['impactAreas[]', 'skills[]'],
} as const satisfies DocumentedRequest;

export const postsRouter = router({
  create: organizationProcedure
    .meta({
      rest: { method: 'POST', path: '/posts/', operationId: 'createPost', ...documentedPost },
      errors: ['id-taken'],
      limits: ['megapixels'],
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
    .mutation(({ ctx, input }) => createPost(ctx, input)),

  update: organizationProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/posts/{id}',
        operationId: 'updatePost',
        ...documentedPost,
        ignores: ['_id', ...documentedPost.ignores],
      },
      errors: ['changed-meanwhile'],
      limits: ['megapixels'],
      summary: 'Change a post, publish it, schedule it or take it back to a draft',
      description:
        'Takes the whole post as it is to be. Publishing a draft notifies followers; a post taken back is a draft again and takes a new place in every list when it is published again.',
      message: 'Post saved.',
      largeBody: true,
    })
    .input(postUpdate)
    .output(savedPost)
    .mutation(({ ctx, input }) => changePost(ctx, input)),

  remove: organizationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/posts/{id}', operationId: 'deletePost' },
      summary: 'Delete a post for good, with what was said of it',
      message: 'Post deleted.',
    })
    .input(postIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await removePost(ctx, id);
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
      rest: { method: 'GET', path: '/posts', operationId: 'listPosts' },
      summary: 'Posts that a filter finds, newest or nearest first, those that have ended last',
      description:
        'Without filters: the newest published posts. Drafts and scheduled posts, and lists with them, are in the order in which they were made.',
      example: { filters: { postTypes: ['event'], topNeed: false } },
    })
    .input(postListInput)
    .output(nearPostPage)
    .query(async ({ ctx, input: { filters, limit, cursor } }) => {
      const { around, ...query } = await postQueryOf(ctx, filters);
      if (around) return loadNearestPosts(ctx.db, { ...query, around }, { limit, cursor });
      const found = await findPosts(ctx.db, { ...query, limit, place: readPostPlace(cursor) });
      return { items: await hydratePosts(ctx.db, found.ids, query.viewerId), cursor: found.cursor };
    }),

  ...interestProcedures,
  ...listingProcedures,
  ...postSearchProcedures,
  ...undoPublishProcedures,
  ...viewerProcedures,
});
