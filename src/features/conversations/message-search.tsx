import { Search, SearchX, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { IconButton } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { fill } from '#src/lib/fill.ts';
import { excerptOf, searchWords } from '#src/lib/search-words.ts';
import { shortName } from '#src/lib/shown-name.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { MemberAvatar } from './conversation-row.tsx';
import { texts } from './conversations-screen.texts.ts';
import { fullNameOf, otherOf, previewText } from './names.ts';
import { searchLength } from './search-address.ts';
import { type FoundIn, useMessageSearch } from './use-message-search.ts';

/** Milliseconds that typing has to rest before messages are searched. */
const restMs = 250;

interface MessageSearchBoxProps {
  text: string;
  onTextChange: (text: string) => void;
}

/** The box above the list of conversations in which messages are searched. */
export function MessageSearchBox({ text, onTextChange }: MessageSearchBoxProps) {
  return (
    <div role="search" className="border-line border-b px-3 py-2">
      <TextField
        label={texts.messageSearch.searchMessages}
        hideLabel
        placeholder={texts.messageSearch.searchMessages}
        icon={<Search />}
        // Not of type `search`, whose own button to clear it no keyboard reaches.
        enterKeyHint="search"
        autoComplete="off"
        maxLength={searchLength}
        value={text}
        onChange={(event) => onTextChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onTextChange('');
        }}
        trailing={
          text !== '' && (
            <IconButton
              label={texts.messageSearch.clearTheSearch}
              size="sm"
              className="mr-1"
              onClick={() => onTextChange('')}
            >
              <X aria-hidden />
            </IconButton>
          )
        }
      />
    </div>
  );
}

interface MessageResultsProps {
  /** What is searched for. */
  text: string;
  /** The message that is open, by its conversation and number. */
  open: { conversationId: string | undefined; message: number | undefined };
}

/** Lists the messages that hold the words of a text: first those on this device, then the server's. */
export function MessageResults({ text: typed, open }: MessageResultsProps) {
  const text = useDebounced(typed.trim(), restMs);
  const words = searchWords(text);
  const isOnline = useOnline();
  const { here, there, server } = useMessageSearch(text);
  const isSettled = typed.trim() === text && here !== undefined && !server.isSearching;
  const count = (here?.length ?? 0) + there.length;
  const isEmpty = isSettled && count === 0 && !server.hasMore;

  const rows = (found: readonly FoundIn[]) => (
    <ul className="divide-y divide-line">
      {found.map((one) => (
        <li key={one.message._id}>
          <Result
            {...one}
            words={words}
            search={typed}
            isOpen={one.conversation._id === open.conversationId && one.message.seq === open.message}
          />
        </li>
      ))}
    </ul>
  );

  return (
    <>
      <p role="status" className="sr-only">
        {isSettled
          ? (server.hasMore ? texts.messageSearch.moreFound : texts.messageSearch.found)(count)
          : texts.messageSearch.searching}
      </p>
      {here === undefined ? (
        <SkeletonList
          label={texts.messageSearch.searchingMessages}
          count={4}
          item={<RowSkeleton />}
          className="gap-0 px-4 py-1"
        />
      ) : (
        here.length > 0 && <Group title={texts.messageSearch.onThisDevice}>{rows(here)}</Group>
      )}
      {there.length > 0 && <Group title={texts.messageSearch.fromTheServer}>{rows(there)}</Group>}
      {server.hasFailed ? (
        isOnline ? (
          <ErrorState message={failureOf(server.error).message} onRetry={server.retry} className="border-0" />
        ) : (
          <p role="status" className="m-2 rounded-lg bg-accent-soft px-4 py-2 text-accent-ink text-sm">
            {texts.messageSearch.offline}
          </p>
        )
      ) : null}
      {isEmpty ? (
        <EmptyState
          icon={<SearchX />}
          title={texts.messageSearch.noMessageFound}
          hint={texts.messageSearch.noMessageHint}
          className="border-0"
        />
      ) : (
        !server.hasFailed && (
          <LoadMore
            things={texts.messageSearch.thingsMessages}
            isComplete={isSettled && !server.hasMore}
            isLoading={!isSettled || server.isLoadingMore}
            onLoad={server.loadMore}
          />
        )
      )}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="bg-sunken/60 px-4 py-1.5 font-semibold text-muted text-xs">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface ResultProps extends FoundIn {
  words: readonly string[];
  /** What is typed into the box, which stays in the address. */
  search: string;
  isOpen: boolean;
}

/** A message that was found; leads to its place in its conversation. */
function Result({ message, conversation, words, search, isOpen }: ResultProps) {
  const ownId = useUser()?._id ?? '';
  const other = otherOf(conversation, ownId);
  const excerpt = excerptOf(previewText(message), words).map((part, index) =>
    part.isMatch ? (
      <mark key={index} className="rounded-xs bg-accent-soft font-semibold text-accent-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
  return (
    <Link
      to="/conversation/$conversationId"
      params={{ conversationId: conversation._id }}
      search={{ search, message: message.seq }}
      // The same message again is a way back to it.
      state={() => ({ isFromList: true, foundAt: Date.now() })}
      variant="bare"
      {...(isOpen && { 'aria-current': 'page' as const })}
      className="flex items-start gap-3 px-4 py-3 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2 aria-[current=page]:bg-brand-soft"
    >
      <MemberAvatar member={other} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className="truncate font-semibold text-sm">
            {shortName(fullNameOf(other))}
          </span>
          <RelativeTime time={message.createdAt} className="shrink-0 text-muted text-xs" />
        </span>
        <span className="wrap-anywhere line-clamp-2 text-muted text-sm">
          {message.senderId === ownId ? fill(texts.messageSearch.ownExcerpt, { excerpt }) : excerpt}
        </span>
      </span>
    </Link>
  );
}
