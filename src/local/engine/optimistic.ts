import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { type Act, kindOf, type Overlaid } from '../acts.ts';

/**
 * Lays what the user did, and the server has not confirmed, over what the server said of a thing. Takes all acts; each
 * knows what it concerns. An act that the server's view contains already changes nothing.
 * @param place the id of the thing, and the user who acts
 */
export function layOver<Thing extends keyof Overlaid>(
  thing: Thing,
  said: Overlaid[Thing],
  acts: readonly Act[],
  place: { id: string; userId: string },
): Overlaid[Thing] {
  return acts.reduce((shown, act) => {
    const change = kindOf(act)?.over[thing];
    return change ? change(shown, act.input, place) : shown;
  }, said);
}

/** The same for the things that screens show most. */
export const overlay = {
  post: (view: PostView, acts: readonly Act[], userId: string): PostView =>
    layOver('post', view, acts, { id: view._id, userId }),

  /** @param whom whom the user follows, or not */
  follows: (follows: boolean, acts: readonly Act[], whom: string): boolean =>
    layOver('follows', follows, acts, { id: whom, userId: '' }),

  notification: (view: NotificationView, acts: readonly Act[]): NotificationView =>
    layOver('notification', view, acts, { id: view._id, userId: '' }),
};
