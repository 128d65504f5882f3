import {
  CalendarCheck,
  CalendarDays,
  Flame,
  Heart,
  type LucideIcon,
  MapPin,
  Repeat2,
  Star,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type InterestType, postRules } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { exactTime } from '#src/lib/relative-time.ts';
import { cutRichText, parseRichText } from '#src/lib/rich-text.ts';
import { shorten } from '#src/lib/shorten.ts';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Link } from './link.tsx';
import { PostPicture } from './post-picture.tsx';
import { PostTypeBadge } from './post-type-badge.tsx';
import { RelativeTime } from './relative-time.tsx';
import { RichText } from './rich-text.tsx';

/** How much of a post a card shows, in characters. */
const shown = { title: 100, description: 250 };

/** What readers can say to a post, as buttons. */
const interestLooks: Record<InterestType, { label: string; icon: LucideIcon }> = {
  liked: { label: 'Like', icon: Heart },
  interested: { label: 'Interested', icon: Star },
  going: { label: 'Going', icon: CalendarCheck },
};

interface PostCardProps {
  post: PostView;
  /** Says something to the post, or takes it back. */
  onSay: (interest: InterestType, on: boolean) => void;
  /** What one can do about the organization: a follow button. */
  action?: ReactNode;
  /** The title's level on the screen. */
  level?: 2 | 3 | undefined;
}

/** A post in a list: who says what, when and where, and what one can say to it. */
export function PostCard({ post, onSay, action, level = 2 }: PostCardProps) {
  const titleId = useId();
  const [picture] = post.images;
  return (
    <Card as="article" aria-labelledby={titleId} padding="none" className="overflow-hidden">
      {post.sharedBy !== null && <SharedBy post={post} />}
      <header className="flex items-center gap-3 px-4 pt-4 sm:px-5">
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
            name={post.organizationName}
            src={pictureUrl(post.organizationProfilePicture, 96)}
            shape="square"
          />
        </Link>
        <div className="min-w-0 flex-1">
          <Link
            to="/organization/details/$id"
            params={{ id: post.creatorId }}
            variant="quiet"
            className="block truncate font-semibold text-sm"
          >
            {post.organizationName}
          </Link>
          <RelativeTime time={post.publishedAt ?? post.createdAt} className="block text-muted text-xs" />
        </div>
        {action}
      </header>
      <div className="flex flex-col gap-3 px-4 pt-3 pb-4 sm:px-5">
        <div className="flex flex-wrap gap-2">
          <PostTypeBadge type={post.postType} />
          {post.topNeed && (
            <Badge tone="accent">
              <Flame aria-hidden />
              Top need
            </Badge>
          )}
        </div>
        <PostTitle id={titleId} post={post} level={level} />
        <WhenAndWhere post={post} />
        {post.description !== '' && <Description text={post.description} />}
      </div>
      {picture && <PostPicture picture={picture} others={post.images.length - 1} />}
      <footer className="flex flex-wrap gap-2 px-3 py-2.5 sm:px-4">
        {postRules[post.postType].interests.map((interest) => (
          <InterestButton key={interest} post={post} interest={interest} onSay={onSay} />
        ))}
      </footer>
    </Card>
  );
}

function SharedBy({ post }: { post: PostView }) {
  return (
    <p className="flex items-center gap-2 border-line border-b px-4 py-2 text-muted text-xs sm:px-5">
      <Repeat2 aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        Shared by{' '}
        <Link
          to="/user/$userId"
          params={{ userId: post.sharedBy ?? '' }}
          variant="quiet"
          className="font-semibold"
        >
          {post.sharedByName}
        </Link>
        {post.sharedAt !== null && (
          <>
            {' · '}
            <RelativeTime time={post.sharedAt} />
          </>
        )}
      </span>
    </p>
  );
}

function PostTitle({ id, post, level }: { id: string; post: PostView; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const short = shorten(post.title, shown.title);
  return (
    <Heading id={id} className="font-semibold text-lg leading-snug tracking-tight">
      <Link
        to="/post/$postType/details/$postId"
        params={{ postType: post.postType, postId: post._id }}
        variant="quiet"
        className="wrap-anywhere"
        {...(short === post.title ? {} : { 'aria-label': post.title, title: post.title })}
      >
        {short}
      </Link>
    </Heading>
  );
}

function WhenAndWhere({ post }: { post: PostView }) {
  const { startDateTime: start, endDateTime: end, timeZone, address } = post;
  if (start === null && address === null) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {start !== null && (
        <Fact icon={CalendarDays} label="When">
          <Dates start={start} end={end} timeZone={timeZone ?? 'UTC'} />
        </Fact>
      )}
      {address !== null && (
        <Fact icon={MapPin} label="Where">
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

function Dates({ start, end, timeZone }: { start: string; end: string | null; timeZone: string }) {
  const { text, zone } = postDates(start, end, timeZone);
  return (
    <time dateTime={start} title={`${exactTime(new Date(start))}, your time`} className="font-medium">
      {text}
      {zone !== undefined && <span className="font-normal text-muted"> ({zone})</span>}
    </time>
  );
}

function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const whole = parseRichText(text);
  const cut = cutRichText(whole, shown.description);
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="whitespace-pre-line text-pretty wrap-anywhere">
        <RichText parts={isWhole ? whole : cut.parts} />
      </p>
      {cut.isCut && !isWhole && (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setIsWhole(true)}>
          See More
        </Button>
      )}
    </div>
  );
}

interface InterestButtonProps {
  post: PostView;
  interest: InterestType;
  onSay: PostCardProps['onSay'];
}

function InterestButton({ post, interest, onSay }: InterestButtonProps) {
  const { label, icon: Icon } = interestLooks[interest];
  // The server tells a reader of nobody else's: the only entry is the reader's own.
  const isSaid = post.interests[0]?.[interest] ?? false;
  const count = post.counts[interest];
  return (
    <Button
      variant={isSaid ? 'soft' : 'quiet'}
      size="sm"
      aria-pressed={isSaid}
      className={isSaid ? undefined : 'text-muted hover:text-brand-ink'}
      onClick={() => onSay(interest, !isSaid)}
    >
      <Icon aria-hidden className={isSaid ? 'fill-current' : undefined} />
      {label}
      {count > 0 && <span className="tabular-nums">{count}</span>}
    </Button>
  );
}
