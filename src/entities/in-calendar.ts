import type { PostView } from '#server/posts/posts.schema.ts';

/** Whether a post with a date stands in the viewer's own calendar. */
export const isInCalendar = (post: PostView, viewerId: string | undefined): boolean =>
  viewerId !== undefined &&
  post.startDateTime !== null &&
  (post.isAdded || post.follows || post.creatorId === viewerId || post.interests[0]?.going === true);
