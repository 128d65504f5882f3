import { Mail, MailOpen, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button, IconButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { cn } from '#src/lib/cn.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { shorten } from '#src/lib/shorten.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { texts } from './texts.ts';
import { wordingOf } from './wording.ts';

interface NotificationRowProps {
  notification: NotificationView;
  /** Shows everybody behind it. */
  onShowSenders: (notification: NotificationView) => void;
  /** It was opened. */
  onOpen?: (() => void) | undefined;
}

/** Renders a notification: who, what, when. A click marks it read and opens its object. */
export function NotificationRow({ notification, onShowSenders, onOpen }: NotificationRowProps) {
  const { _id: notificationId, type, isRead, senders, totalSenders, createdAt } = notification;
  const { name, others, deed, title } = wordingOf(notification);
  const sender = senders[0]?.userId;

  const wantsUndo = useRef(false);
  const about = title === '' ? name : title;
  const mark = (read: boolean) =>
    void tryMutate({ name: 'mark', input: { notificationId, isRead: read }, about });
  const setDeleted = (isDeleted: boolean) => {
    wantsUndo.current = isDeleted;
    void tryMutate({ name: 'delete-notification', input: { notificationId, isDeleted }, about });
  };
  const open = () => {
    if (!isRead) mark(true);
    onOpen?.();
  };

  if (notification.isDeleted)
    return (
      <li className="flex min-h-16 animate-leave items-center justify-between gap-3 overflow-hidden px-4 py-2 text-muted text-sm sm:px-5">
        <span role="status">{texts.notificationRow.deleted}</span>
        <Button
          // Who pressed Delete finds the way back where the focus was.
          ref={(button) => {
            if (wantsUndo.current) button?.focus();
            wantsUndo.current = false;
          }}
          variant="quiet"
          size="sm"
          onClick={() => setDeleted(false)}
        >
          {texts.notificationRow.undo}
        </Button>
      </li>
    );
  return (
    <li
      className={cn(
        'relative grid grid-cols-[auto_1fr] items-start gap-x-3 px-4 py-3 transition-colors hover:bg-sunken/60 sm:grid-cols-[auto_1fr_auto] sm:px-5',
        !isRead && 'bg-brand-soft/45',
      )}
    >
      <Avatar
        id={sender?._id ?? notificationId}
        name={name}
        src={pictureUrl(sender?.basicInfo.profilePicture, 96)}
        shape={sender?.userType === 'organization' ? 'square' : 'circle'}
      />
      <div className="min-w-0">
        <p className="wrap-anywhere text-pretty text-sm">
          <Target notification={notification} onClick={open}>
            {!isRead && <span className="sr-only">{texts.notificationRow.new} </span>}
            <strong className="font-semibold">
              <bdi>{name}</bdi>
            </strong>{' '}
            {others} {deed}
            {title !== '' && (
              <span className="font-medium">
                {' '}
                “<bdi>{shorten(title, 80)}</bdi>”
              </span>
            )}
          </Target>
        </p>
        {(type === 'membership-request' || type === 'membership-accept') && <ToMemberships onClick={open} />}
        <RelativeTime time={createdAt} className={cn('text-xs', isRead ? 'text-muted' : 'text-brand-ink')} />
      </div>
      {/* On a phone at the end of the line that shows when. */}
      <div className="relative flex items-center max-sm:col-start-2 max-sm:-mt-8 max-sm:-mb-2 max-sm:justify-self-end">
        {totalSenders > 1 && (
          <IconButton
            label={texts.notificationRow.showEveryone}
            size="sm"
            onClick={() => onShowSenders(notification)}
          >
            <UsersRound aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={isRead ? texts.notificationRow.markAsUnread : texts.notificationRow.markAsRead}
          size="sm"
          onClick={() => mark(!isRead)}
        >
          {isRead ? <MailOpen aria-hidden /> : <Mail aria-hidden className="text-brand-ink" />}
        </IconButton>
        <IconButton
          label={texts.notificationRow.delete}
          size="sm"
          variant="danger-quiet"
          onClick={() => setDeleted(true)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

/** Links to the screen where the viewer accepts or rejects a request, or sees the result. */
function ToMemberships({ onClick }: { onClick: () => void }) {
  const isOrganization = useUser()?.userType === 'organization';
  return (
    <Link
      to={isOrganization ? '/edit/organization/membership' : '/edit/individual/membership'}
      variant="action"
      // On a line of its own: at the end of the next one a phone has the buttons.
      className="flex min-h-6 w-fit items-center after:inset-0"
      onClick={onClick}
    >
      {texts.notificationRow.yourMemberships}
    </Link>
  );
}

/** What it is about, over the whole row. */
const cover = 'inline-block min-h-6 after:absolute after:inset-0 after:content-[""]';

interface TargetProps {
  notification: NotificationView;
  onClick: () => void;
  children: ReactNode;
}

/** Links to the object of a notification, by its type. Memberships have no link and are only marked read. */
function Target({ notification, onClick, children }: TargetProps) {
  const { type, postId: post, senderId } = notification;
  const look = { variant: 'bare', className: cover, onClick } as const;
  switch (type) {
    case 'like':
    case 'interest':
    case 'going':
    case 'new-post':
    case 'reminder':
      if (!post) return children;
      return (
        <Link
          {...look}
          to="/post/$postType/details/$postId"
          params={{ postType: post.postType, postId: post._id }}
        >
          {children}
        </Link>
      );
    case 'friend-request':
      return (
        <Link {...look} to="/community/requests/$requestType" params={{ requestType: 'received' }}>
          {children}
        </Link>
      );
    case 'friend-accept':
      return (
        <Link {...look} to="/community/friends">
          {children}
        </Link>
      );
    case 'follow':
      return (
        <Link {...look} to="/community/followers">
          {children}
        </Link>
      );
    case 'endorsement':
      return (
        <Link {...look} to="/community/endorsers">
          {children}
        </Link>
      );
    case 'membership-request':
    case 'membership-accept':
      return (
        <button type="button" className={cn('text-left', cover)} onClick={onClick}>
          {children}
        </button>
      );
    case 'reconnect-facebook':
    case 'reconnect-twitter':
    case 'reconnect-linked-in':
      return (
        <Link {...look} to="/edit/organization/social-media">
          {children}
        </Link>
      );
    case 'follow-invitation':
    default:
      // Also of a newer server.
      return (
        <Link {...look} to="/user/$userId" params={{ userId: senderId }}>
          {children}
        </Link>
      );
  }
}
