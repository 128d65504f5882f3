import { v7 as uuid } from 'uuid';
import type { LoggedEvent, UserEvent } from '#server/events/events.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { Mutation } from '../collections/index.ts';
import { applyToNotification } from '../collections/notifications.ts';
import { applyToPost } from '../collections/posts.ts';
import { emptyApi } from './empty-api.ts';
import { alice, carol } from './people.ts';
import { idOf, notificationView, postView } from './views.ts';

/** A server of one user, small enough to reason about: some posts, some notifications, a user to follow, a log. */
export class TinyServer {
  readonly epoch = uuid();
  posts: PostView[];
  notifications: NotificationView[];
  follows = true;
  log: LoggedEvent[] = [];
  /** What was done, by the name of the write, in its order. */
  readonly done = new Map<string, Mutation>();
  /** Names that came again with another write: a client must never do that. */
  readonly misused: string[] = [];

  constructor(size: number) {
    const numbers = Array.from({ length: size }, (_, index) => size - index);
    this.posts = numbers.map((number) => postView(number));
    this.notifications = numbers.map((number) => notificationView(number));
  }

  get head() {
    return { epoch: this.epoch, seq: this.log.length };
  }

  /** Does a named write once, and appends it to the log. */
  receive(opId: string, { name, input }: Mutation): void {
    const act = { name, input } as Mutation;
    const earlier = this.done.get(opId);
    if (earlier) {
      if (JSON.stringify(earlier) !== JSON.stringify(act)) this.misused.push(opId);
      return;
    }
    this.done.set(opId, act);
    const tell = (event: UserEvent) =>
      this.log.push({ ...event, seq: this.log.length + 1, opId, createdAt: postView(1).createdAt });
    if (act.name === 'say') {
      this.posts = this.posts.map((post) => applyToPost(post, [act], alice._id));
      const post = this.posts.find(({ _id }) => _id === act.input.postId);
      if (post) {
        const { _id: postId, interests, counts } = post;
        tell({ type: 'post-interest', payload: { postId, interests, counts } });
      }
    }
    if (act.name === 'follow') {
      this.follows = act.input.follows;
      tell({ type: 'follow-changed', payload: { userId: carol._id, follows: this.follows } });
    }
    if (act.name === 'mark' || act.name === 'mark-all') {
      this.notifications = this.notifications.map((shown) => applyToNotification(shown, [act]));
      if (act.name === 'mark-all') tell({ type: 'notifications-marked', payload: act.input });
      else {
        const notification = this.notifications.find(({ _id }) => _id === act.input.notificationId);
        if (notification) tell({ type: 'notification-upserted', payload: { notification } });
      }
      tell({
        type: 'notification-count',
        payload: { onlyNew: this.unread, total: this.notifications.length },
      });
    }
    tell({ type: 'operation-done', payload: {} });
  }

  get unread(): number {
    return this.notifications.filter(({ isRead }) => !isRead).length;
  }

  /** The procedures that a database calls. */
  readonly api = emptyApi({
    events: { head: { query: async () => this.head } },
    feeds: {
      home: {
        query: async () => ({
          items: this.posts.map((post) => ({ ...post, follows: this.follows })),
          cursor: null,
        }),
      },
    },
    notifications: {
      list: {
        query: async () => ({ items: this.notifications, cursor: null, total: this.notifications.length }),
      },
      count: { query: async () => ({ count: this.unread }) },
    },
  });
}

/** Everything that can be switched on a server of this size, and what it is now. */
export function switchesOf(size: number): { name: string; act: (on: boolean) => Mutation }[] {
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  return [
    ...numbers.flatMap((number) =>
      (['liked', 'going'] as const).map((interest) => ({
        name: `${interest} ${number}`,
        act: (on: boolean): Mutation => ({ name: 'say', input: { postId: idOf(number), interest, on } }),
      })),
    ),
    ...numbers.map((number) => ({
      name: `read ${number}`,
      act: (isRead: boolean): Mutation => ({ name: 'mark', input: { notificationId: idOf(number), isRead } }),
    })),
    {
      name: 'follows',
      act: (follows: boolean): Mutation => ({ name: 'follow', input: { userId: carol._id, follows } }),
    },
  ];
}
