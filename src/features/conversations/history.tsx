import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Button } from '#src/components/button.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { cn } from '#src/lib/cn.ts';
import { useNow } from '#src/lib/server-clock.ts';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { dayLabel } from './days.ts';
import { type HistoryItem, historyItems } from './history-items.ts';
import { MessageBubble } from './message-bubble.tsx';
import { texts } from './texts.ts';

/** Pixels from the end within which the history counts as read to the end, and follows what arrives. */
const endPx = 80;

/** Pixels from the beginning at which older messages are asked for. */
const aheadPx = 1_200;

interface HistoryProps {
  /** Oldest first. */
  messages: readonly ShownMessage[];
  otherName: string;
  /** The `seq` up to which the viewer had read when the conversation was opened. */
  newAfter: number | undefined;
  older: MoreMessages;
  /** Those after the last one, where that is not the newest. */
  newer?: MoreMessages | undefined;
  /** The `seq` of the message at which it begins, in place of the first new one. */
  startAt?: number | undefined;
  onRetry: (message: ShownMessage) => void;
  onDiscard: (message: ShownMessage) => void;
  /** Called with whether the newest message is in view. */
  onEndInView: (isInView: boolean) => void;
  /** Called to show the newest messages where they are not among these. */
  onLatest?: (() => void) | undefined;
}

/** The messages before or after those that are shown. */
export interface MoreMessages {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  load: () => void;
}

/** Where the last message is the newest. */
const nothingNewer: MoreMessages = {
  hasMore: false,
  isLoading: false,
  hasFailed: false,
  load: () => undefined,
};

/**
 * The messages of a conversation, of which only those near the view are rendered. Begins at the first new message
 * or at the one that was searched for, follows what arrives while its end is in view, and stays where it is otherwise.
 */
export function History({
  messages,
  otherName,
  newAfter,
  older,
  newer = nothingNewer,
  startAt,
  onRetry,
  onDiscard,
  onEndInView,
  onLatest,
}: HistoryProps) {
  const items = useMemo(() => historyItems(messages, newAfter), [messages, newAfter]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState<boolean>();
  const followsEnd = useRef(true);
  const isPrepended = useIsPrepended(items);
  const foundId =
    startAt === undefined ? undefined : messages.find(({ seq }) => seq !== undefined && seq >= startAt)?._id;
  const focusFound = useFocusOnce();

  const toEnd = () => list.current?.scrollToIndex(items.length - 1, { align: 'end' });

  const begin = useEffectEvent(() => {
    const found = foundId === undefined ? -1 : items.findIndex(({ message }) => message._id === foundId);
    if (found >= 0) {
      followsEnd.current = false;
      list.current?.scrollToIndex(found, { align: 'center' });
      return;
    }
    const firstNew = items.findIndex(({ isFirstNew }) => isFirstNew);
    followsEnd.current = firstNew < 0;
    if (followsEnd.current) toEnd();
    else list.current?.scrollToIndex(firstNew, { align: 'start' });
  });
  useLayoutEffect(() => begin(), []);

  const look = () => {
    const { current: view } = list;
    if (!view || view.viewportSize === 0) return;
    const below = view.scrollSize - view.scrollOffset - view.viewportSize;
    const isNow = below <= endPx && !newer.hasMore;
    followsEnd.current = isNow;
    setIsAtEnd(isNow);
    if (view.scrollOffset < aheadPx) loadMore(older);
    if (below < aheadPx) loadMore(newer);
  };

  // An own message brings the end into view wherever one was reading.
  const last = items.at(-1)?.message;
  const lastId = last?._id;
  const isOwn = last?.isOwn;
  const hadNewer = useRef(newer.hasMore);
  const follow = useEffectEvent(() => {
    // What was loaded below is not what was written just now.
    if (followsEnd.current || (isOwn === true && !hadNewer.current)) toEnd();
    hadNewer.current = newer.hasMore;
  });
  const followed = useRef(lastId);
  useLayoutEffect(() => {
    if (followed.current === lastId) return;
    followed.current = lastId;
    follow();
  }, [lastId]);

  const reportEnd = useEffectEvent(onEndInView);
  useEffect(() => reportEnd(isAtEnd === true), [isAtEnd]);

  // A short history has nothing to scroll, and one that has loaded may have room for more.
  const lookAgain = useEffectEvent(look);
  const count = items.length;
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- what is in view follows from them
  useEffect(() => lookAgain(), [count, older.isLoading, newer.isLoading]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label={texts.history.messagesWith(otherName)}
        // Scrolled by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain pb-3 focus-visible:-outline-offset-2"
      >
        <div className="grow" />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={items}
          shift={isPrepended}
          as="ol"
          item="li"
          bufferSize={600}
          onScroll={look}
          onResize={() => {
            // A picture or a line that came in late moves nothing out of view.
            if (followsEnd.current) toEnd();
            look();
          }}
        >
          {(item: HistoryItem) => (
            <HistoryEntry key={item.message._id} item={item}>
              <MessageBubble
                message={item.message}
                otherName={otherName}
                continues={item.continues}
                onRetry={onRetry}
                onDiscard={onDiscard}
                foundRef={item.message._id === foundId ? focusFound : undefined}
              />
            </HistoryEntry>
          )}
        </Virtualizer>
      </section>
      <More {...older} which="older" className="top-2" />
      <More {...newer} which="newer" className="bottom-14" />
      {isAtEnd === false && (
        <Button
          variant="secondary"
          size="sm"
          data-floating
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={() => {
            if (newer.hasMore) onLatest?.();
            else toEnd();
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown aria-hidden />
          {texts.history.jumpToLatest}
        </Button>
      )}
    </div>
  );
}

/** Returns whether the items differ from those rendered before by what was put in front of them. */
function useIsPrepended(items: readonly HistoryItem[]): boolean {
  const [known, setKnown] = useState({ items, isPrepended: false });
  if (known.items === items) return known.isPrepended;
  const first = known.items[0]?.message._id;
  const isPrepended = first !== undefined && items.findIndex(({ message }) => message._id === first) > 0;
  setKnown({ items, isPrepended });
  return isPrepended;
}

/** A message with the day and the line that stand above it. */
function HistoryEntry({ item, children }: { item: HistoryItem; children: ReactNode }) {
  return (
    <>
      {item.beginsDay && <Day time={item.message.createdAt} />}
      {item.isFirstNew && (
        <h2 className="flex items-center gap-3 px-4 pt-3 font-semibold text-brand-ink text-xs before:h-px before:flex-1 before:bg-brand-ink/40 after:h-px after:flex-1 after:bg-brand-ink/40">
          {texts.history.newMessages}
        </h2>
      )}
      {children}
    </>
  );
}

function Day({ time }: { time: string }) {
  const label = useNow((now) => dayLabel(new Date(time), now));
  return (
    <h2 className="mx-auto mt-4 w-fit rounded-full bg-sunken px-3 py-1 font-medium text-muted text-xs">
      {label}
    </h2>
  );
}

function loadMore({ hasMore, isLoading, hasFailed, load }: MoreMessages): void {
  if (hasMore && !isLoading && !hasFailed) load();
}

/** Frames that an element may take until it can have the focus: it is hidden until it was measured. */
const mostFrames = 30;

/** Returns a ref that focuses an element once, and not again when it scrolls back into view. */
function useFocusOnce(): (element: HTMLElement | null) => void {
  const wasFocused = useRef(false);
  return useCallback((element) => {
    if (!element || wasFocused.current) return;
    wasFocused.current = true;
    let frames = 0;
    const focus = () => {
      element.focus({ preventScroll: true });
      if (document.activeElement !== element && element.isConnected && ++frames < mostFrames)
        requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
  }, []);
}

interface MoreProps extends MoreMessages {
  which: 'older' | 'newer';
  className: string;
}

/** Above or below the messages: more are on their way, or did not load. */
function More({ which, isLoading, hasFailed, hasMore, load, className }: MoreProps) {
  if (!isLoading && !(hasFailed && hasMore)) return null;
  return (
    <div
      className={cn(
        'absolute left-1/2 flex -translate-x-1/2 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-raised px-3 py-1.5 shadow-float',
        className,
      )}
    >
      {isLoading ? (
        <Spinner label={texts.history[which].loading} />
      ) : (
        <>
          <span role="alert" className="text-sm">
            {texts.history[which].notLoaded}
          </span>
          <Button variant="quiet" size="sm" onClick={load}>
            {texts.history.retry}
          </Button>
        </>
      )}
    </div>
  );
}
