import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import type { PeopleSource } from '#server/cultivations/cultivations.schema.ts';
import { api, type RouterInputs } from '#src/app/api.ts';
import type { Agreed, Price } from './use-reach.ts';

/** People by what they are to the viewer, and which of them. */
export type Group = Pick<RouterInputs['conversations']['sendToGroup'], 'connection' | 'connectionType'>;

/**
 * Who gets a message: users by their ids, all who are something to the viewer, or people as organizations choose them:
 * whom a search finds, who is on a list, who reacted to a post.
 */
export type BulkRecipients =
  | { receiverIds: readonly string[] }
  | { connection: Group['connection'] }
  | { people: PeopleSource };

/** The same, with which part of a group. */
export type ChosenRecipients = Exclude<BulkRecipients, { connection: unknown }> | Group;

/** The price of a message to many, as the server has it. */
export interface BulkPrice extends Price {
  connected: number;
}

/** The name for what is written to recipients: each group, list and post has its own, those chosen share one. */
export function placeOf(to: BulkRecipients): string {
  if ('connection' in to) return `all ${to.connection}`;
  if ('receiverIds' in to) return 'those chosen';
  const { cultivationId, postId } = to.people;
  if (cultivationId !== undefined) return `list ${cultivationId}`;
  return postId === undefined ? 'those found' : `post ${postId}`;
}

export function loadPrice(id: string, to: ChosenRecipients): Promise<BulkPrice> {
  if ('people' in to) return api.cultivations.messagePrice.mutate(to.people);
  const whom = 'receiverIds' in to ? { receiverIds: [...to.receiverIds] } : to;
  return api.conversations.bulkPrice.mutate({ id, ...whom });
}

/** Milliseconds after which a response is taken for lost: what is on the screen waits for it. */
const timeoutMs = 20_000;

/** Returns the options of a call whose response may be lost. */
export const sendingOnce = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** Sends a message to many under an id that its sender chose: each gets it once, however often it is sent. */
export function sendBulk(
  { userId, _id }: { userId: string; _id: string },
  to: ChosenRecipients,
  { text, cost, isFreeOnly: onlyConnected }: Agreed,
): Promise<BulkMessageView> {
  const terms = { _id, cost, onlyConnected };
  if ('people' in to) return api.cultivations.message.mutate({ ...to.people, ...terms, text }, sendingOnce());
  if ('connection' in to)
    return api.conversations.sendToGroup.mutate({ userId, ...to, ...terms, text }, sendingOnce());
  return api.conversations.sendToMany.mutate(
    { id: userId, receiverIds: [...to.receiverIds], ...terms, messageText: text },
    sendingOnce(),
  );
}
