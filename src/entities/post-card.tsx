import { Flame, Repeat2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { cutText } from '#src/lib/rich-text.ts';
import { CalendarToggle } from './calendar-toggle.tsx';
import { PostDescription } from './post-description.tsx';
import { InterestButtons, PostAuthor, type Say, WhenAndWhere } from './post-parts.tsx';
import { PostPictures } from './post-pictures.tsx';
import { PostTypeBadge } from './post-type-badge.tsx';
import * as texts from './texts.ts';

/** How much of a title a card shows, in characters. */
const shownTitle = 100;

interface PostCardProps {
  post: PostView;
  onSay: Say;
  /** Adds it to the reader's calendar or takes it out; undefined where that is not offered. */
  onSchedule?: ((isAdded: boolean) => void) | undefined;
  /** Shows who reacted; undefined where that is not offered. */
  onShow?: ((interest: InterestType) => void) | undefined;
  /** What one can do about the organization: a follow button. */
  action?: ReactNode;
  /** The ways in which one can bring it to others. */
  passOn?: ReactNode;
  /** The title's level on the screen. */
  level?: 2 | 3 | undefined;
}

/** Renders a post in a list: its organization, text, time, place and reactions. */
export function PostCard({ post, onSay, onSchedule, onShow, action, passOn, level = 2 }: PostCardProps) {
  const titleId = useId();
  return (
    <Card as="article" aria-labelledby={titleId} padding="none" className="overflow-hidden">
      {post.sharedBy !== null && <SharedBy post={post} />}
      <PostAuthor post={post} action={action} className="px-4 pt-4 sm:px-5" />
      <div className="flex flex-col gap-3 px-4 pt-3 pb-4 sm:px-5">
        <div className="flex flex-wrap gap-2">
          <PostTypeBadge type={post.postType} />
          {post.topNeed && (
            <Badge tone="accent">
              <Flame aria-hidden />
              {texts.topNeed}
            </Badge>
          )}
        </div>
        <PostTitle id={titleId} post={post} level={level} />
        <WhenAndWhere post={post} />
        {post.description !== '' && <PostDescription text={post.description} />}
      </div>
      <PostPictures pictures={post.images} />
      <footer className="flex flex-wrap gap-2 px-3 py-2.5 sm:px-4">
        <InterestButtons post={post} onSay={onSay} onShow={onShow} />
        <CalendarToggle isAdded={post.isAdded} onToggle={onSchedule} />
        {passOn}
      </footer>
    </Card>
  );
}

function SharedBy({ post }: { post: PostView }) {
  return (
    <p className="flex items-center gap-2 border-line border-b px-4 py-2 text-muted text-xs sm:px-5">
      <Repeat2 aria-hidden className="size-4 shrink-0" />
      <span className="relative min-w-0 truncate">
        {texts.sharedBy}{' '}
        <Link
          to="/user/$userId"
          params={{ userId: post.sharedBy ?? '' }}
          variant="quiet"
          className="font-semibold"
          dir="auto"
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
  const short = cutText(post.title, shownTitle);
  return (
    <Heading id={id} className="font-semibold text-lg leading-snug tracking-tight">
      <Link
        to="/post/$postType/details/$postId"
        params={{ postType: post.postType, postId: post._id }}
        variant="quiet"
        className="wrap-anywhere"
        dir="auto"
        {...(short === post.title ? {} : { 'aria-label': post.title, title: post.title })}
      >
        {short}
      </Link>
    </Heading>
  );
}
