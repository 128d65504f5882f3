import { useMutation, useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { useOnline } from '#src/lib/use-online.ts';
import { conversationLimits, pullConversations } from '#src/local/collections/conversations.ts';
import { newConversationId } from '#src/local/collections/message-input.ts';
import { type Conversations, refreshConversations } from '#src/local/collections/read-conversations.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { ConversationRow } from './conversation-row.tsx';
import { texts } from './conversations-screen.texts.ts';
import { otherOf } from './names.ts';

interface ConversationListProps {
  /** Undefined until they are read from the device. */
  conversations: Conversations | undefined;
  /** Which one is open. */
  openId: string | undefined;
  /** Shows more of those on the device. */
  onShowMore: () => void;
}

/** Lists the conversations of the viewer, those with the newest messages first. */
export function ConversationList({ conversations, openId, onShowMore }: ConversationListProps) {
  const ownId = useUser()?._id ?? '';
  const isOnline = useOnline();
  const newest = useQuery({ queryKey: ['conversations', 'newest'], queryFn: refreshConversations });
  const older = useMutation({
    mutationFn: async () => {
      const db = localDatabase();
      if (!db || !conversations) return;
      const failure = await pullConversations(db, 'older').catch((error: unknown) => error);
      // What the device has is shown even where the server cannot be reached.
      if (failure && conversations.items.length % conversationLimits.page > 0) throw failure;
      onShowMore();
    },
  });

  if (!conversations || (!conversations.savedAt && conversations.items.length === 0))
    return conversations && (newest.isError || newest.isPaused) ? (
      <ErrorState
        message={failureOf(newest.error).message}
        retrying={newest.isFetching}
        onRetry={() => void newest.refetch()}
        className="border-0"
      />
    ) : (
      <SkeletonList
        label={texts.conversationList.loadingConversations}
        count={6}
        item={<RowSkeleton />}
        className="gap-0 px-4 py-1"
      />
    );
  if (conversations.items.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={texts.conversationList.noNewConversation}
        hint={texts.conversationList.noConversationHint}
        action={<ButtonLink to="/search/organization">{texts.conversationList.discover}</ButtonLink>}
        className="border-0"
      />
    );
  return (
    <>
      {conversations.savedAt && (newest.isError || newest.isPaused || !isOnline) && (
        <div className="p-2">
          <NotRefreshed
            saved={conversations.savedAt}
            isRetrying={newest.isFetching}
            onRetry={() => void newest.refetch()}
          />
        </div>
      )}
      <ul className="divide-y divide-line">
        {conversations.items.map((conversation) => (
          <li key={conversation._id}>
            <ConversationRow
              conversation={conversation}
              ownId={ownId}
              isOpen={
                openId !== undefined &&
                [conversation._id, newConversationId(otherOf(conversation, ownId)?._id ?? '')].includes(
                  openId,
                )
              }
            />
          </li>
        ))}
      </ul>
      <LoadMore
        things={texts.conversationList.thingsConversations}
        isComplete={conversations.isComplete}
        isLoading={older.isPending}
        hasFailed={older.isError}
        onLoad={() => older.mutate()}
      />
    </>
  );
}
