import { z } from 'zod';
import { listOfInput } from '../relations/relations.schema.ts';
import { pageInput, pageOf } from '../validation.schema.ts';
import { postListInput, postView } from './posts.schema.ts';

export const galleryInput = listOfInput.extend({
  limit: z.int().min(1).max(100).default(30).describe('Of how many posts at most.'),
});

/** Pictures of posts, each with the post that it is of. */
export const galleryPage = pageOf(
  postView.shape.images.element.extend({
    postId: z.string(),
    postType: postView.shape.postType,
    title: z.string().describe('Of the post.'),
  }),
);

export const upcomingInput = postListInput;

export const recentlyEndedInput = z.strictObject({
  ...pageInput.shape,
  limit: postListInput.shape.limit,
});
