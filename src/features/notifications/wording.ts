import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { wholeName } from '#src/lib/shown-name.ts';

/** Of a notification that nobody sent: it begins with the receiver's own name. */
function reconnect(label: string): [string, string] {
  const text = `can’t share posts on ${label} anymore. Reconnect ${label}.`;
  return [text, text];
}

/** The text of each type, for one sender and for several; a post's title may follow. */
const deeds: Record<NotificationView['type'], [one: string, several: string]> = {
  like: ['liked your post', 'liked your post'],
  interest: ['is interested in your post', 'are interested in your post'],
  going: ['is going to your event', 'are going to your event'],
  'new-post': ['published a post', 'published posts'],
  reminder: ['reminds you of', 'remind you of'],
  follow: ['follows you', 'follow you'],
  endorsement: ['endorsed you', 'endorsed you'],
  'friend-request': ['sent you a friend request', 'sent you friend requests'],
  'friend-accept': ['accepted your friend request', 'accepted your friend requests'],
  'membership-request': ['asked for a membership', 'asked for memberships'],
  'membership-accept': ['accepted a membership', 'accepted memberships'],
  'follow-invitation': ['invited you to follow them', 'invited you to follow them'],
  'reconnect-facebook': reconnect('Facebook'),
  'reconnect-twitter': reconnect('Twitter'),
  'reconnect-linked-in': reconnect('LinkedIn'),
};

/** For an invitation to view a post. */
const invited = ['invited you to view a post', 'invited you to view a post'] as const;

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
  const [one, several] = isInvitation ? invited : deeds[type];
  return {
    name: sender ? wholeName(sender.basicInfo.name, sender.userType) : 'Someone',
    others: others > 0 ? `and ${others} other(s)` : '',
    deed: others > 0 ? several : one,
    title: post?.title ?? '',
  };
}
