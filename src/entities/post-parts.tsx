import {
  CalendarCheck,
  CalendarDays,
  CircleCheckBig,
  Heart,
  type LucideIcon,
  MapPin,
  Star,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type InterestType, postRules } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { cn } from '#src/lib/cn.ts';
import { isOver, phaseOf } from '#src/lib/event-phase.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { minutesBehind, postDates } from '#src/lib/post-dates.ts';
import { exactTime } from '#src/lib/relative-time.ts';
import { useNow } from '#src/lib/server-clock.ts';
import { shortName, wholeName } from '#src/lib/shown-name.ts';
import * as texts from './texts.ts';

/** Sets a reaction to a post, or removes it. */
export type Say = (interest: InterestType, on: boolean) => void;

/** The icons and labels of the reaction buttons. */
const interestLooks: Record<InterestType, { label: string; icon: LucideIcon; active?: LucideIcon }> = {
  liked: { label: texts.like, icon: Heart },
  interested: { label: texts.interested, icon: Star },
  going: { label: texts.going, icon: CalendarCheck, active: CircleCheckBig },
};

/** What so many reactions are called: "likes". */
const countedAs = (interest: InterestType, count: number): string =>
  interest === 'liked' ? (count === 1 ? texts.oneLike : texts.manyLikes) : interest;

interface PostAuthorProps {
  post: PostView;
  /** What one can do about the organization. */
  action?: ReactNode;
  className?: string | undefined;
}

/** Whose post it is, and since when it is out. */
export function PostAuthor({ post, action, className }: PostAuthorProps) {
  const name = wholeName(post.organizationName, 'organization');
  return (
    <header className={cn('flex flex-wrap items-center gap-3', className)}>
      <Link
        to="/organization/details/$id"
        params={{ id: post.creatorId }}
        variant="bare"
        tabIndex={-1}
        aria-hidden
        className="rounded-[28%]"
      >
        <Avatar
          id={post.creatorId}
          name={name}
          src={pictureUrl(post.organizationProfilePicture, 96)}
          shape="square"
        />
      </Link>
      <div className="min-w-0 flex-1 basis-20">
        <Link
          to="/organization/details/$id"
          params={{ id: post.creatorId }}
          variant="quiet"
          className="line-clamp-2 font-semibold text-sm"
          dir="auto"
          title={name}
        >
          {shortName(name)}
        </Link>
        <RelativeTime time={post.publishedAt ?? post.createdAt} className="block text-muted text-xs" />
      </div>
      {action && <div className="ml-auto flex flex-wrap gap-2 empty:hidden">{action}</div>}
    </header>
  );
}

/** Renders when and where a post takes place, as far as it is known. */
export function WhenAndWhere({ post }: { post: PostView }) {
  const { startDateTime: start, address } = post;
  if (start === null && address === null) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {start !== null && (
        <Fact icon={CalendarDays} label={texts.when}>
          <Dates post={post} start={start} />
        </Fact>
      )}
      {address !== null && (
        <Fact icon={MapPin} label={texts.where}>
          {address.fullAddress}
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

function Dates({ post, start }: { post: PostView; start: string }) {
  const timeZone = post.timeZone ?? 'UTC';
  const { text, zone } = postDates(start, post.endDateTime, timeZone);
  return (
    <time
      dateTime={start}
      // The server does not know the reader's.
      title={import.meta.env.SSR ? undefined : exactTime(new Date(start)) + texts.yourTime}
      className="font-medium"
    >
      <Phase post={post} timeZone={timeZone} />
      <span>{text}</span>
      {zone !== undefined && (
        <span
          // For `boot.js`, which knows the reader's.
          data-offset={import.meta.env.SSR ? minutesBehind(start, timeZone) : undefined}
          className="font-normal text-muted"
        >
          {' '}
          ({zone})
        </span>
      )}
    </time>
  );
}

interface PhaseProps {
  post: Pick<PostView, 'startDateTime' | 'endDateTime'>;
  /** IANA zone of the place. */
  timeZone: string;
}

/** "Today 6:30 PM" and the like, before the date in full; nothing while it is days away. Keeps up with the clock. */
export function Phase({ post, timeZone }: PhaseProps) {
  const phase = useNow((now) => phaseOf(post, timeZone, now) ?? '');
  if (phase === '') return null;
  return (
    <>
      <span className={phase === 'Ended' ? 'text-muted' : 'text-brand-ink'}>{phase}</span>
      <span className="text-muted"> · </span>
    </>
  );
}

interface InterestButtonsProps {
  post: PostView;
  onSay: Say;
  /** Opens the list of who reacted; the count is then a separate button. */
  onShow?: ((interest: InterestType) => void) | undefined;
}

/**
 * Renders the reaction buttons of a post's type, with counts. Nobody can go to a post that has ended; who said so can
 * take it back.
 */
export function InterestButtons({ post, ...actions }: InterestButtonsProps) {
  const hasEnded = useNow((now) => isOver(post, now));
  return postRules[post.postType].interests.map(
    (interest) =>
      (interest !== 'going' || !hasEnded || post.interests[0]?.going || actions.onShow) && (
        <InterestButton key={interest} post={post} interest={interest} hasEnded={hasEnded} {...actions} />
      ),
  );
}

function InterestButton({
  post,
  interest,
  hasEnded,
  onSay,
  onShow,
}: InterestButtonsProps & { interest: InterestType; hasEnded: boolean }) {
  const { label, icon, active } = interestLooks[interest];
  // The server sends only the viewer's own reactions.
  const isSaid = post.interests[0]?.[interest] ?? false;
  // Filled, one would not see what some icons hold.
  const Icon = (isSaid && active) || icon;
  const count = post.counts[interest];
  const canSay = isSaid || interest !== 'going' || !hasEnded;
  const button = canSay && (
    <Button
      variant={isSaid ? 'soft' : 'quiet'}
      size="sm"
      aria-pressed={isSaid}
      className={isSaid ? undefined : 'text-muted hover:text-brand-ink'}
      onClick={() => onSay(interest, !isSaid)}
    >
      <Icon aria-hidden className={isSaid && !active ? 'fill-current' : undefined} />
      {label}
      {count > 0 && onShow === undefined && <span className="tabular-nums">{count}</span>}
    </Button>
  );
  if (onShow === undefined || (count === 0 && !canSay)) return button;
  // Around the first one, too, so that it stays the same element, with the focus that it has.
  return (
    <span className="inline-flex">
      {button}
      {count > 0 && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`${count} ${countedAs(interest, count)}${texts.showWho}`}
          className="px-2.5 text-muted tabular-nums hover:text-brand-ink"
          onClick={() => onShow(interest)}
        >
          {count}
          {!canSay && ` ${countedAs(interest, count)}`}
        </Button>
      )}
    </span>
  );
}
