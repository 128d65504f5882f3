import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { CountBadge } from '#src/components/badge.tsx';
import { Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { cn } from '#src/lib/cn.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { shortName } from '#src/lib/shown-name.ts';
import { ConnectivityDot, useTyping } from './connectivities.tsx';
import { texts } from './conversation-row.texts.ts';
import { fullNameOf, type Member, otherOf, previewOf } from './names.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the list of conversations led here, so that Back leads to where it was left. */
    isFromList?: boolean;
    /** When the message was chosen at which a conversation opens. */
    foundAt?: number;
  }
}

interface ConversationRowProps {
  conversation: ConversationView;
  ownId: string;
  isOpen: boolean;
}

/** Renders a conversation in the list: with whom, its last message, and how many are unread. */
export function ConversationRow({ conversation, ownId, isOpen }: ConversationRowProps) {
  const { _id, lastMessageEntity, unread, updatedAt } = conversation;
  const other = otherOf(conversation, ownId);
  const isUnread = unread > 0;
  return (
    <Link
      to="/conversation/$conversationId"
      params={{ conversationId: _id }}
      state={{ isFromList: true }}
      variant="bare"
      {...(isOpen && { 'aria-current': 'page' as const })}
      className={cn(
        'flex items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2',
        isUnread && 'bg-brand-soft/45',
        isOpen && 'bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <MemberAvatar member={other} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className={cn('truncate text-sm', isUnread ? 'font-bold' : 'font-semibold')}>
            {shortName(fullNameOf(other))}
          </span>
          <RelativeTime time={updatedAt} className="shrink-0 text-muted text-xs" />
        </span>
        <span className="flex min-h-5 items-center justify-between gap-2">
          <Preview
            otherId={other?._id ?? ''}
            text={
              lastMessageEntity ? previewOf(lastMessageEntity.message) : texts.conversationRow.noMessageFound
            }
            isOwn={lastMessageEntity?.message.senderId === ownId}
            isUnread={isUnread}
          />
          <CountBadge count={unread} label={texts.conversationRow.newMessages(unread)} />
        </span>
      </span>
    </Link>
  );
}

interface PreviewProps {
  otherId: string;
  text: string;
  isOwn: boolean;
  isUnread: boolean;
}

function Preview({ otherId, text, isOwn, isUnread }: PreviewProps) {
  const { isTyping } = useTyping(otherId);
  if (isTyping)
    return <span className="truncate text-brand-ink text-sm">{texts.conversationRow.typing}</span>;
  return (
    <span className={cn('truncate text-sm', isUnread ? 'font-medium text-ink' : 'text-muted')}>
      {isOwn ? texts.conversationRow.ownMessage(text) : text}
    </span>
  );
}

/** A member's picture with the dot of who is online. */
export function MemberAvatar({ member, size }: { member: Member | undefined; size?: 'sm' | 'md' }) {
  return (
    <span className="relative shrink-0">
      <Avatar
        id={member?._id ?? 'nobody'}
        name={fullNameOf(member)}
        src={pictureUrl(member?.profilePicture, 96)}
        shape={member?.userType === 'organization' ? 'square' : 'circle'}
        size={size}
      />
      {member && <ConnectivityDot userId={member._id} />}
    </span>
  );
}
