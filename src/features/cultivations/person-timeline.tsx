import {
  BadgeCheck,
  CalendarCheck,
  Handshake,
  Heart,
  History,
  IdCard,
  ListMinus,
  ListPlus,
  type LucideIcon,
  Mail,
  MessageCircle,
  Share2,
  Star,
  UserRoundPlus,
} from 'lucide-react';
import type { TimelineEntry, TimelineKind } from '#server/prospects/prospects.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Link } from '#src/components/link.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { MorePages } from '#src/components/paged-list.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { shorten } from '#src/lib/shorten.ts';
import { words } from '#src/lib/words.ts';

/** What happened, in words that what it is about may follow. */
const kinds: Record<TimelineKind, { icon: LucideIcon; text: string }> = {
  liked: { icon: Heart, text: 'Liked' },
  interested: { icon: Star, text: 'Interested in' },
  going: { icon: CalendarCheck, text: 'Going to' },
  shared: { icon: Share2, text: 'Shared' },
  followed: { icon: UserRoundPlus, text: 'Followed you' },
  endorsed: { icon: BadgeCheck, text: 'Endorsed you' },
  'invited-to-follow': { icon: Mail, text: 'You invited them to follow you' },
  'invited-to-view': { icon: Mail, text: 'You invited them to view' },
  'membership-requested': { icon: IdCard, text: 'Asked for a membership:' },
  'membership-offered': { icon: IdCard, text: 'You offered a membership:' },
  'membership-accepted': { icon: Handshake, text: 'Membership accepted:' },
  conversation: { icon: MessageCircle, text: 'Last message in' },
  'added-to-list': { icon: ListPlus, text: 'Added to' },
  'joined-list': { icon: ListPlus, text: 'Joined the list' },
  'left-list': { icon: ListMinus, text: 'Left the list' },
};

/** How many characters of a title are shown. */
const titleLength = 60;

/** What a user did with the organization, and it with them, the newest first. */
export function PersonTimeline({ userId }: { userId: string }) {
  const timeline = trpc.prospects.timeline.useInfiniteQuery(
    { userId },
    { getNextPageParam: (page) => page.cursor, retry: false },
  );
  const entries = timeline.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="timeline-heading" className="flex flex-col gap-3">
      <h3 id="timeline-heading" className="font-semibold text-lg">
        Timeline
      </h3>
      <ListStates
        query={timeline}
        isLoaded={entries !== undefined}
        problem={failureOf(timeline.error).message}
        skeleton={<SkeletonList label="Loading the timeline" count={3} item={<RowSkeleton />} />}
      >
        {entries?.length ? (
          <>
            <ol className="flex flex-col gap-4">
              {entries.map((entry) => (
                <Entry key={entry._id} entry={entry} />
              ))}
            </ol>
            {timeline.hasNextPage && <MorePages things="entries" query={timeline} />}
          </>
        ) : (
          <EmptyState
            icon={<History />}
            title="Nothing to show"
            hint="Their activity with you appears here, as far as they share it."
            className="py-8"
          />
        )}
      </ListStates>
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { icon: Icon, text } = kinds[entry.kind];
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink [&_svg]:size-4"
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {text} <Subject entry={entry} />
        </p>
        <RelativeTime time={entry.at} className="text-muted text-sm" />
      </div>
    </li>
  );
}

/** What an entry is about, where that is more than the two. */
function Subject({ entry: { post, list, membershipType, conversationId } }: { entry: TimelineEntry }) {
  if (post)
    return (
      <Link
        to="/post/$postType/details/$postId"
        params={{ postType: post.postType, postId: post._id }}
        variant="quiet"
        className="font-semibold"
      >
        {shorten(post.title, titleLength)}
      </Link>
    );
  if (list)
    return (
      <Link to="/cultivation/$id/details" params={{ id: list._id }} variant="quiet" className="font-semibold">
        {shorten(list.title, titleLength)}
      </Link>
    );
  if (conversationId !== null)
    return (
      <Link
        to="/conversation/$conversationId"
        params={{ conversationId }}
        variant="quiet"
        className="font-semibold"
      >
        your conversation
      </Link>
    );
  return membershipType && <span className="font-semibold">{words(membershipType)}</span>;
}
