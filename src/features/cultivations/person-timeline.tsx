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
import { texts } from './texts.ts';

/** What happened, in words that what it is about may follow. */
const kinds: Record<TimelineKind, { icon: LucideIcon; text: string }> = {
  liked: { icon: Heart, text: texts.personTimeline.liked },
  interested: { icon: Star, text: texts.personTimeline.interestedIn },
  going: { icon: CalendarCheck, text: texts.personTimeline.goingTo },
  shared: { icon: Share2, text: texts.personTimeline.shared },
  followed: { icon: UserRoundPlus, text: texts.personTimeline.followedYou },
  endorsed: { icon: BadgeCheck, text: texts.personTimeline.endorsedYou },
  'invited-to-follow': { icon: Mail, text: texts.personTimeline.invitedToFollow },
  'invited-to-view': { icon: Mail, text: texts.personTimeline.invitedToView },
  'membership-requested': { icon: IdCard, text: texts.personTimeline.askedForAMembership },
  'membership-offered': { icon: IdCard, text: texts.personTimeline.youOfferedAMembership },
  'membership-accepted': { icon: Handshake, text: texts.personTimeline.membershipAccepted },
  conversation: { icon: MessageCircle, text: texts.personTimeline.lastMessage },
  'added-to-list': { icon: ListPlus, text: texts.personTimeline.addedTo },
  'joined-list': { icon: ListPlus, text: texts.personTimeline.joinedTheList },
  'left-list': { icon: ListMinus, text: texts.personTimeline.leftTheList },
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
        {texts.personTimeline.timeline}
      </h3>
      <ListStates
        query={timeline}
        isLoaded={entries !== undefined}
        problem={failureOf(timeline.error).message}
        skeleton={
          <SkeletonList label={texts.personTimeline.loadingTheTimeline} count={3} item={<RowSkeleton />} />
        }
      >
        {entries?.length ? (
          <>
            <ol className="flex flex-col gap-4">
              {entries.map((entry) => (
                <Entry key={entry._id} entry={entry} />
              ))}
            </ol>
            {timeline.hasNextPage && (
              <MorePages things={texts.personTimeline.thingsEntries} query={timeline} />
            )}
          </>
        ) : (
          <EmptyState
            icon={<History />}
            title={texts.personTimeline.nothingToShow}
            hint={texts.personTimeline.nothingHint}
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
        {texts.personTimeline.yourConversation}
      </Link>
    );
  return membershipType && <span className="font-semibold">{words(membershipType)}</span>;
}
