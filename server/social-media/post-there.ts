import type { Trx } from '#db/database.ts';
import type { NetworkPostReason } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { emitPosts } from '../posts/emit-posts.ts';
import { write } from '../write.ts';
import { callNetwork } from './connections.ts';
import { contentOf, loadPictures } from './network-content.ts';
import {
  deleteClaimed,
  failed,
  findSentText,
  keepStatuses,
  type NetworkPost,
  posted,
  updateClaimed,
} from './network-posts.queries.ts';
import { dealWith, keepClaim, reachAccount, timesOf } from './network-work.ts';
import { NetworkFailure, type NetworkPost as PostToSend } from './networks.ts';

/** How much earlier than it was noted a post is looked for: the network's clock may be behind ours. In milliseconds. */
export const clockSkewMs = 5 * 60_000;

/** Another worker has taken over, or the post was withdrawn, or is not to be shared there any more. */
class NoLongerOurs extends Error {
  override name = 'NoLongerOurs';
}

/** What the organization wrote is more than the network takes. */
class TooLong extends Error {
  override name = 'TooLong';
}

/**
 * Does what is due for a post at a network: posts it, or changes it there. Before it is sent, that is noted; where it may
 * have been sent, it is looked for first. Whatever comes of it is written down, unless the row is another worker's by then.
 */
export async function workOnPost(deps: Deps, row: NetworkPost): Promise<void> {
  const release = keepClaim(deps, (until) => updateClaimed(deps.db, row, { next_at: until }));
  try {
    await (row.state === 'posted' ? editThere(deps, row) : postThere(deps, row));
  } catch (error) {
    if (!(error instanceof NoLongerOurs)) throw error;
  } finally {
    release();
  }
}

async function postThere(deps: Deps, row: NetworkPost): Promise<void> {
  const account = await reachAccount(deps, row);
  if (typeof account === 'string') return settle(deps, row, () => failed(account));
  const { network, connection } = account;
  const authorId = row.network === 'facebook' ? connection.page_id : connection.account_id;
  if (authorId === null) return settle(deps, row, () => failed('no-page'));
  // What another account may have posted cannot be looked for with this one.
  if (row.sent_at !== null && row.account_id !== connection.account_id)
    return settle(deps, row, () => failed('open'));
  let isNoted = false;
  try {
    const there = await callNetwork(deps, connection, async (credentials) => {
      const find = async () =>
        row.sent_at ? network.findPublished(credentials, sentBefore(row)) : undefined;
      const found = await find();
      if (found) return found;
      if (row.sent_at !== null && row.looks === 0) return 'not listed yet';
      const sending = await readPost(deps, row, authorId);
      const note = async () => {
        await noteSending(deps, row, sending, connection.account_id);
        isNoted = true;
      };
      try {
        return await network.publish(credentials, sending, note);
      } catch (error) {
        // A network that takes nothing twice may have taken it before.
        if (!(error instanceof NetworkFailure) || error.kind !== 'refused') throw error;
        const before = await find();
        if (!before) throw error;
        return before;
      }
    });
    if (there === 'not listed yet') await lookAgain(deps, row);
    else await settle(deps, row, (now) => posted(there, now), followChange);
  } catch (error) {
    if (error instanceof NoLongerOurs) throw error;
    if (error instanceof TooLong) return settle(deps, row, () => failed('too-long'));
    // What was open before stays so, and nothing else happened, unless nobody knows.
    const asBefore = { sent_at: row.sent_at };
    const toSay = (reason: NetworkPostReason) =>
      row.sent_at !== null && saysNothing.has(reason) ? 'open' : reason;
    await dealWith(deps, row, error, {
      giveUp: (reason) =>
        settle(deps, row, () => ({ ...failed(toSay(reason)), ...(reason !== 'open' && asBefore) })),
      goOn: (change, { isOpen }) => settle(deps, row, () => ({ ...change, ...(!isOpen && asBefore) })),
      patience: new Date(row.due_at.getTime() + timesOf(deps).patienceMs),
      isOpen: isNoted,
    });
  }
}

/** Why a post could not be looked for: whether it is there is as open as before. */
const saysNothing: ReadonlySet<NetworkPostReason> = new Set(['unreachable', 'limited', 'internal']);

/** What was sent the last time, as far as is known. */
const sentBefore = ({ author_id, text, link, sent_at }: NetworkPost) => ({
  authorId: author_id ?? '',
  text: text ?? '',
  link: link ?? undefined,
  since: new Date((sent_at?.getTime() ?? 0) - clockSkewMs),
});

/** Reads a post as it is to be sent. Rejects where it is not to be. */
async function readPost(deps: Deps, row: NetworkPost, authorId: string): Promise<PostToSend> {
  const [post] = await hydratePosts(deps.db, [row.post_id], row.organization_id);
  const content = post?.isActive ? await contentOf(deps, deps.db, post, row.network) : undefined;
  if (!content) {
    // It may be no longer chosen.
    await deleteClaimed(deps.db, row);
    throw new NoLongerOurs();
  }
  const { text, isTooLong, link, pictures } = content;
  if (isTooLong) throw new TooLong();
  return { authorId, text, link, pictures: await loadPictures(deps, pictures) };
}

/** Notes what is about to be sent. Rejects where it may not be. */
async function noteSending(
  deps: Deps,
  row: NetworkPost,
  { authorId, text, link, pictures }: PostToSend,
  accountId: string,
): Promise<void> {
  const now = await deps.ports.clock.shared(deps.db);
  const isOurs = await updateClaimed(deps.db, row, {
    sent_at: row.sent_at ?? now,
    account_id: accountId,
    author_id: authorId,
    text,
    link: link ?? null,
    has_pictures: pictures.length > 0,
    next_at: new Date(now.getTime() + timesOf(deps).leaseMs),
  });
  if (!isOurs) throw new NoLongerOurs();
}

const lookAgain = (deps: Deps, row: NetworkPost): Promise<void> =>
  settle(deps, row, (now) => ({
    looks: row.looks + 1,
    next_at: new Date(now.getTime() + timesOf(deps).lookAgainMs),
  }));

/** Has the post changed there where it was changed here after it was read for sending. */
async function followChange(deps: Deps, trx: Trx, row: NetworkPost, now: Date): Promise<void> {
  if (deps.ports.networks[row.network]?.canEdit !== true) return;
  const [post] = await hydratePosts(trx, [row.post_id], row.organization_id);
  const content = post && (await contentOf(deps, trx, post, row.network));
  if (content && content.text !== (await findSentText(trx, row)))
    await updateClaimed(trx, row, { wants_edit: true, next_at: now });
}

async function editThere(deps: Deps, row: NetworkPost): Promise<void> {
  const [post] = await hydratePosts(deps.db, [row.post_id], row.organization_id);
  if (!post || row.remote_id === null) return;
  const content = await contentOf(deps, deps.db, post, row.network);
  const done = { wants_edit: false, next_at: null, reason: null, tries: 0 };
  if (!content || content.text === row.text) return settle(deps, row, () => done);
  const { text, isTooLong } = content;
  const notEdited = (reason: NetworkPostReason) =>
    settle(deps, row, () => ({ wants_edit: false, next_at: null, reason }));
  if (isTooLong) return notEdited('too-long');
  const account = await reachAccount(deps, row);
  if (typeof account === 'string') return notEdited(account);
  if (row.account_id !== account.connection.account_id) return notEdited('other-account');
  const changed = {
    authorId: row.author_id ?? '',
    id: row.remote_id,
    text,
    link: row.link ?? undefined,
    hasPictures: row.has_pictures,
  };
  try {
    await callNetwork(deps, account.connection, (credentials) => account.network.edit(credentials, changed));
    await settle(deps, row, () => ({ ...done, text }), followChange);
  } catch (error) {
    await dealWith(deps, row, error, {
      giveUp: notEdited,
      goOn: (change) => settle(deps, row, () => change),
      patience: new Date(deps.ports.clock.now().getTime() + timesOf(deps).patienceMs),
      // Changing it twice is as good as once.
      isOpen: false,
    });
  }
}

/** Writes down what came of it, and shows it on the organization's screens. */
async function settle(
  deps: Deps,
  row: NetworkPost,
  changeAt: (now: Date) => Parameters<typeof updateClaimed>[2],
  andThen?: (deps: Deps, trx: Trx, row: NetworkPost, now: Date) => Promise<void>,
): Promise<void> {
  await write(deps, async (trx, effects) => {
    await keepStatuses(trx, row.post_id);
    const now = await deps.ports.clock.shared(trx);
    if (!(await updateClaimed(trx, row, changeAt(now)))) return;
    await andThen?.(deps, trx, row, now);
    await emitPosts(trx, effects, [row.post_id], row.organization_id);
  });
}
