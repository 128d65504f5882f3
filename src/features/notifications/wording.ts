import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { texts } from './texts.ts';

/** The text of each type, for one sender and for several. */
const deeds: Record<NotificationView['type'], readonly [one: string, several: string]> = {
  ...texts.wording.deeds,
  'reconnect-facebook': reconnect('Facebook'),
  'reconnect-twitter': reconnect('Twitter'),
  'reconnect-linked-in': reconnect('LinkedIn'),
};

function reconnect(network: string): [string, string] {
  const text = texts.wording.reconnect(network);
  return [text, text];
}

/** A notification as a sentence, in the parts in which it is set. */
export interface Wording {
  /** The latest sender. */
  name: string;
  /** "and 2 other(s)", or empty. */
  others: string;
  deed: string;
  /** The title of the post that it is about, or empty. */
  title: string;
}

export function wordingOf({ type, senders, totalSenders, postId: post }: NotificationView): Wording {
  const sender = senders[0]?.userId;
  const others = totalSenders - 1;
  const isInvitation = type === 'new-post' && post?.isInvited === true;
  const [one, several] = isInvitation ? texts.wording.invitedToPost : deeds[type];
  return {
    name: sender ? shownName(sender.basicInfo.name, sender.userType) : texts.wording.someone,
    others: others > 0 ? texts.wording.others(others) : '',
    deed: others > 0 ? several : one,
    title: post?.title ?? '',
  };
}
