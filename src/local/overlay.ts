import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { InterestView, PostView } from '#server/posts/posts.schema.ts';
import type { Act } from './acts.ts';

/**
 * Lays what the user did, and the server has not confirmed, over what the server said. The functions take all acts
 * and pick those that concern the thing; an act that the server's view contains already changes nothing.
 */
export const overlay = {
  post(view: PostView, acts: readonly Act[], userId: string): PostView {
    return acts.reduce(
      (post, { name, input }) =>
        name === 'say' && input.postId === post._id ? say(post, userId, input.interest, input.on) : post,
      view,
    );
  },

  follows(follows: boolean, acts: readonly Act[], userId: string): boolean {
    return acts.reduce(
      (now, { name, input }) => (name === 'follow' && input.userId === userId ? input.follows : now),
      follows,
    );
  },

  notification(view: NotificationView, acts: readonly Act[]): NotificationView {
    const isRead = acts.reduce((now, { name, input }) => {
      const concerns = name === 'mark-all' || (name === 'mark' && input.notificationId === view._id);
      return concerns ? input.isRead : now;
    }, view.isRead);
    return { ...view, isRead };
  },
};

function say(post: PostView, userId: string, interest: InterestType, on: boolean): PostView {
  const mine = saidBy(post, userId);
  if (mine[interest] === on) return post;
  return {
    ...post,
    interests: [{ ...mine, [interest]: on }],
    counts: { ...post.counts, [interest]: Math.max(0, post.counts[interest] + (on ? 1 : -1)) },
  };
}

/** What a user says to a post. */
function saidBy(post: PostView, userId: string): InterestView {
  const entry = post.interests.find((interest) => interest.userId === userId);
  return entry ?? { userId, liked: false, interested: false, going: false };
}
