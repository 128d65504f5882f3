import { v7 as uuid } from 'uuid';
import { type ReaderKind, readerKinds } from './crowd.ts';
import { median, type RaceOptions, race, ratio } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** A like that nobody has said yet. */
interface Like {
  postId: string;
  userId: string;
  token: string;
}

/** How many likes a connection has at hand for one turn: more than it gets to say. */
const atHand = 400;

/** A named like through the server, beside the same rows written by one prepared statement. */
export async function measureLikes(site: Site, options: RaceOptions): Promise<Figure[]> {
  const likes = await freshLikes(site);
  const take = () => Array.from({ length: atHand }, () => likes.next().value as Like);
  const { server, yardstick } = await race(
    {
      yardstick: {
        url: site.yardstick,
        requests: () =>
          take().map(({ postId, userId }) => ({
            method: 'POST',
            path: '/like',
            body: JSON.stringify({ postId, userId }),
          })),
      },
      server: {
        url: site.server,
        requests: () =>
          take().map(({ postId, token }) => ({
            method: 'POST',
            path: '/api/trpc/posts.like',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'idempotency-key': uuid(),
            },
            body: JSON.stringify({ id: postId }),
          })),
      },
    },
    options,
  );
  return [
    {
      what: 'a like, with its notification, events and key',
      ratio: ratio(server, yardstick),
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
    },
  ];
}

/** Every reader likes every post that can be liked, once. */
async function freshLikes({ db, readers }: Site): Promise<Generator<Like>> {
  const people = (Object.keys(readerKinds) as ReaderKind[]).flatMap((kind) => readers[kind]);
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('post_type', 'in', ['event', 'general'])
    .where('is_active', '=', true)
    .orderBy('published_at', 'desc')
    .limit(4_000)
    .execute();
  return (function* () {
    for (const { id: postId } of posts)
      for (const { id: userId, token } of people) yield { postId, userId, token };
  })();
}
