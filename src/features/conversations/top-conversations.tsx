import { MessagesSquare } from 'lucide-react';
import { useUser } from '#src/app/session.ts';
import { CountBadge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { cn } from '#src/lib/cn.ts';
import { shorten } from '#src/lib/shorten.ts';
import { shortName } from '#src/lib/shown-name.ts';
import { useConversations } from '#src/local/collections/use-conversations.ts';
import { texts } from './conversation-row.texts.ts';
import { MemberAvatar } from './conversation-row.tsx';
import { fullNameOf, otherOf, previewText } from './names.ts';

/** Characters of the last message. */
const previewLength = 150;
/** Among how many of the newest conversations those with unread messages are looked for. */
const lookedAt = 30;

/** The newest conversations on this device, live, those with unread messages first. */
export function TopConversations({ limit }: { limit: number }) {
  const ownId = useUser()?._id ?? '';
  const conversations = useConversations(lookedAt);
  // On a new device it is not known yet whether there are any.
  if (!conversations || (!conversations.savedAt && conversations.items.length === 0))
    return (
      <Card padding="none">
        <SkeletonList
          label={texts.topConversations.loadingConversations}
          count={3}
          item={<RowSkeleton />}
          className="gap-0 px-4 py-1 sm:px-5"
        />
      </Card>
    );
  if (conversations.items.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={texts.topConversations.noNewConversation}
        hint={texts.topConversations.noConversationHint}
        action={
          <ButtonLink to="/community/followers" variant="secondary">
            {texts.topConversations.yourFollowers}
          </ButtonLink>
        }
      />
    );
  const items = conversations.items
    .toSorted((one, other) => Number(other.unread > 0) - Number(one.unread > 0))
    .slice(0, limit);
  return (
    <Card padding="none" className="overflow-hidden">
      <ul className="divide-y divide-line">
        {items.map((conversation) => {
          const { _id, lastMessageEntity, unread, updatedAt } = conversation;
          const other = otherOf(conversation, ownId);
          const message = lastMessageEntity?.message;
          const text = message
            ? shorten(previewText(message), previewLength)
            : texts.conversationRow.noMessageFound;
          return (
            <li key={_id}>
              <Link
                to="/conversation/$conversationId"
                params={{ conversationId: _id }}
                variant="bare"
                className={cn(
                  'flex items-start gap-3 px-4 py-3 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2 sm:px-5',
                  unread > 0 && 'bg-brand-soft/45',
                )}
              >
                <MemberAvatar member={other} />
                <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
                  <span className="flex items-baseline justify-between gap-2">
                    <span dir="auto" className={cn('truncate', unread > 0 ? 'font-bold' : 'font-semibold')}>
                      {shortName(fullNameOf(other))}
                    </span>
                    <RelativeTime time={updatedAt} className="shrink-0 text-muted text-xs" />
                  </span>
                  <span className="flex items-start justify-between gap-2">
                    <span className={cn('wrap-anywhere min-w-0', unread > 0 ? 'text-ink' : 'text-muted')}>
                      {message?.senderId === ownId ? texts.conversationRow.ownMessage(text) : text}
                    </span>
                    <CountBadge count={unread} label={texts.conversationRow.newMessages(unread)} />
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
