import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Coins, MessagesSquare } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { isolate } from '#server/isolate.schema.ts';
import { CoinsLink } from '#src/app/coins-link.tsx';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { otherOfNew } from '#src/local/collections/message-input.ts';
import { pullMessages } from '#src/local/collections/messages.ts';
import { pullConversation, readConversation } from '#src/local/collections/read-conversations.ts';
import { type ShownMessage } from '#src/local/collections/shown-messages.ts';
import { useConversation } from '#src/local/collections/use-conversations.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { discard } from '#src/local/engine/outbox.ts';
import { refresh } from '#src/local/engine/refresh.ts';
import { mutate } from '#src/local/mutate.ts';
import { Composer } from './composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { History } from './history.tsx';
import { fullNameOf, type Member, otherOf } from './names.ts';
import { texts } from './texts.ts';
import { useBlocks } from './use-blocks.ts';
import { useOpenConversation } from './use-open-conversation.ts';
import { type Price, usePrice } from './use-price.ts';
import { useSending } from './use-sending.tsx';

interface ConversationPanelProps {
  conversationId: string;
  /** The `seq` of the message at which it opens, in place of the newest. */
  message?: number | undefined;
}

/** Renders one conversation. To be rendered with its id as the key. */
export function ConversationPanel({ conversationId: id, message }: ConversationPanelProps) {
  const conversation = useConversation(id);
  const isNew = otherOfNew(id) !== undefined;
  const newest = useQuery({
    queryKey: ['conversations', 'newest messages', id],
    queryFn: async () => {
      // A new database begins with a snapshot, which has the last message of each conversation and no more.
      await refresh(async () => undefined);
      const db = localDatabase();
      if (!db) return null;
      if (!(await readConversation(db, { id }))) await pullConversation(db, id);
      await pullMessages(db, id, 'newest');
      return null;
    },
    // What begins on this device comes with events.
    enabled: !isNew,
  });
  const [wasThere, setWasThere] = useState(false);
  if (conversation && !wasThere) setWasThere(true);

  if (conversation)
    return (
      <OpenConversation
        conversation={conversation}
        found={message}
        problem={newest.isError || newest.isPaused ? failureOf(newest.error).message : undefined}
        isFetching={newest.isFetching}
        onRefetch={() => void newest.refetch()}
      />
    );
  if (conversation === null && (isNew || wasThere || isAbsent(newest.error)))
    return (
      <Absent>
        <EmptyState
          icon={<MessagesSquare />}
          title={texts.conversationPanel.noMessageFound}
          hint={texts.conversationPanel.absentHint}
          action={<ButtonLink to="/conversation/all">{texts.conversationPanel.seeAllMessages}</ButtonLink>}
        />
      </Absent>
    );
  if (conversation === null && (newest.isError || newest.isPaused))
    return (
      <Absent>
        <ErrorState
          message={failureOf(newest.error).message}
          retrying={newest.isFetching}
          onRetry={() => void newest.refetch()}
        />
      </Absent>
    );
  return <PanelSkeleton />;
}

function Absent({ children }: { children: ReactNode }) {
  return (
    <div className="p-4">
      <Title>{texts.conversationPanel.conversation}</Title>
      <h1 className="sr-only">{texts.conversationPanel.conversation}</h1>
      {children}
    </div>
  );
}

interface OpenConversationProps {
  conversation: ConversationView;
  /** The `seq` of the message that was searched for. */
  found: number | undefined;
  /** Why the newest messages could not be fetched. */
  problem: string | undefined;
  isFetching: boolean;
  onRefetch: () => void;
}

function OpenConversation({ conversation, found, problem, isFetching, onRefetch }: OpenConversationProps) {
  const ownId = useUser()?._id ?? '';
  const navigate = useNavigate();
  const other = otherOf(conversation, ownId);
  const otherId = other?._id ?? '';
  const name = fullNameOf(other);
  const blocks = useBlocks(otherId);
  const sending = useSending(otherId, name);
  const { messages, newAfter, older, newer, around, isFoundThere, announcement, setIsEndInView } =
    useOpenConversation(conversation, { otherId, name, found });
  const foundAt = useLocation({ select: ({ state }) => state.foundAt });
  const showLatest = () =>
    void navigate({
      to: '/conversation/$conversationId',
      params: { conversationId: conversation._id },
      search: ({ search }) => ({ search }),
      state: true,
      replace: true,
    });

  // What was written here is not hidden behind what is still to come.
  const isIncomplete =
    !messages?.isFetched &&
    !messages?.items.some(({ seq }) => seq === undefined) &&
    (isFetching || (messages?.items.length === 0 && problem === undefined));

  const { retry } = sending;
  const onDiscard = useCallback(({ opId }: ShownMessage) => {
    const db = localDatabase();
    if (db && opId !== undefined) void discard(db, opId);
  }, []);

  async function remove() {
    const { _id: conversationId } = conversation;
    try {
      const outcome = await mutate({
        name: 'delete-conversation',
        input: { conversationId, otherId },
        about: name,
      });
      void navigate({ to: '/conversation/all', replace: true });
      void outcome().then(toastDeleted);
    } catch (error) {
      toast.failed(failureOf(error).message, { title: texts.conversationPanel.notDeleted });
      throw error;
    }
  }

  return (
    <>
      <Title>{name}</Title>
      <ConversationHeader
        other={other}
        blocks={blocks}
        onDelete={otherOfNew(conversation._id) === undefined ? remove : undefined}
      />
      {!isFoundThere && around.problem !== undefined ? (
        <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-4">
          <ErrorState message={around.problem} retrying={around.isFetching} onRetry={around.retry} />
          <Button variant="quiet" onClick={showLatest}>
            {texts.conversationPanel.showTheNewest}
          </Button>
        </div>
      ) : !messages || isIncomplete || !isFoundThere ? (
        <HistorySkeleton />
      ) : messages.items.length > 0 ? (
        <History
          key={found === undefined ? 'newest' : `${found} ${foundAt}`}
          messages={messages.items}
          otherName={name}
          newAfter={newAfter}
          older={older}
          newer={newer}
          startAt={found}
          onRetry={retry}
          onDiscard={onDiscard}
          onEndInView={setIsEndInView}
          onLatest={showLatest}
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto p-4">
          {problem === undefined || messages.isFetched ? (
            <EmptyState
              icon={<MessagesSquare />}
              title={texts.conversationPanel.noMessageFound}
              hint={texts.conversationPanel.noMessageHint(isolate(name))}
            />
          ) : (
            <ErrorState message={problem} retrying={isFetching} onRetry={onRefetch} />
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Foot
        key={otherId}
        other={other}
        isBlocked={blocks.isAnyBlocked}
        sending={sending}
        messages={messages?.items}
        onBegin={() => newer && showLatest()}
      />
      {sending.question}
    </>
  );
}

function toastDeleted(outcome: 'done' | 'failed' | 'later'): void {
  if (outcome === 'done') toast.success(texts.conversationPanel.deleted);
  else if (outcome === 'failed')
    toast.failed(texts.conversationPanel.notDeleted, { title: texts.conversationPanel.failed });
  else toast.later(texts.conversationPanel.deletedHere);
}

interface FootProps {
  other: Member | undefined;
  isBlocked: boolean;
  sending: ReturnType<typeof useSending>;
  messages: readonly ShownMessage[] | undefined;
  /** Called when a message goes on its way. */
  onBegin: () => void;
}

/** The composer, or why nothing can be written. */
function Foot({ other, isBlocked, sending, messages, onBegin }: FootProps) {
  const known = usePrice(other?._id ?? '');
  // Whoever has written to the viewer can be written to for nothing.
  const hasWritten = messages?.some(({ isOwn }) => !isOwn) ?? false;
  const price: Price = hasWritten ? { ...known, cost: 0, isConnected: true } : known;
  if (!other || isBlocked || price.isUnreachable)
    return (
      <p
        role="status"
        className="border-line border-t bg-sunken px-4 py-4 text-center font-medium text-muted text-sm"
      >
        {texts.conversationPanel.canNotSend}
      </p>
    );
  return (
    <Composer
      otherId={other._id}
      otherName={fullNameOf(other)}
      hint={<PriceHint price={price} />}
      isWaiting={sending.isWaiting}
      onSend={(content, steps) =>
        sending.send(content, price, {
          ...steps,
          onBegin: () => {
            steps.onBegin?.();
            onBegin();
          },
        })
      }
    />
  );
}

function PriceHint({ price }: { price: Price }) {
  const isOnline = useOnline();
  if (price.isFailed && isOnline)
    return (
      <p role="alert" className="text-danger-ink text-xs">
        {texts.conversationPanel.connectionError}
      </p>
    );
  if (price.isConnected !== false) return null;
  return (
    <p className="flex items-start gap-1.5 text-muted text-xs">
      <Coins aria-hidden className="size-4 shrink-0" />
      <span>
        <span>{texts.conversationPanel.notConnected}</span> <CoinsLink />
      </span>
    </p>
  );
}

/** The shape of a conversation while it is read. */
function PanelSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <span className="sr-only">{texts.conversationPanel.loadingTheConversation}</span>
      <div className="flex h-16 items-center gap-3 border-line border-b px-4">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="h-4 w-36" />
      </div>
      <Bubbles />
    </div>
  );
}

function HistorySkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <span className="sr-only">{texts.conversationPanel.loadingMessages}</span>
      <Bubbles />
    </div>
  );
}

const bubbles = ['w-48', 'w-64 self-end', 'w-40', 'w-56 self-end', 'w-52'];

function Bubbles() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-4 overflow-hidden p-4">
      {bubbles.map((look) => (
        <Skeleton key={look} className={`h-11 shrink-0 rounded-lg ${look}`} />
      ))}
    </div>
  );
}
