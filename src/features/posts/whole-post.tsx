import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { CalendarFileButton } from '#src/app/calendar-file-button.tsx';
import { buttonVariants } from '#src/components/button.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { CalendarToggle } from '#src/entities/calendar-toggle.tsx';
import { InterestButtons, type Say } from '#src/entities/post-parts.tsx';
import { cn } from '#src/lib/cn.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { PostArticle } from './post-article.tsx';
import { texts } from './post-page.texts.ts';

interface WholePostProps {
  post: PostView;
  onSay: Say;
  /** Adds it to the reader's calendar or takes it out; undefined where that is not offered. */
  onSchedule?: ((isAdded: boolean) => void) | undefined;
  /** Shows who reacted; undefined where that is not offered. */
  onShow?: ((interest: InterestType) => void) | undefined;
  /** What the creator can do about it, above it. */
  tools?: ReactNode;
  /** What stands before the other actions. */
  note?: ReactNode;
}

/** Renders a post with all that one can do about it. */
export function WholePost({ post, onSay, onSchedule, onShow, tools, note }: WholePostProps) {
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-4">
      <Title>{post.title}</Title>
      {tools}
      <PostArticle
        post={post}
        action={
          <FollowSlot
            userId={post.creatorId}
            name={wholeName(post.organizationName, 'organization')}
            follows={post.follows}
          />
        }
        more={
          post.isActive && (
            <>
              {note}
              <CalendarToggle isAdded={post.isAdded} onToggle={onSchedule} />
              {post.startDateTime !== null && (
                <CalendarFileButton postId={post._id} className="text-muted hover:text-brand-ink" />
              )}
              <PassOnSlot post={post} canLeaveOut={false} only="invite" />
            </>
          )
        }
        answers={
          post.isActive && (
            <>
              <InterestButtons post={post} onSay={onSay} onShow={onShow} />
              {post.petitionLink && <Petition address={post.petitionLink} />}
              <PassOnSlot post={post} only="share" />
            </>
          )
        }
      />
    </div>
  );
}

function Petition({ address }: { address: string }) {
  return (
    <ExternalLink
      variant="bare"
      href={address}
      className={cn(buttonVariants({ variant: 'quiet', size: 'sm' }), 'text-muted hover:text-brand-ink')}
    >
      <PenLine aria-hidden /> {texts.wholePost.petition}
    </ExternalLink>
  );
}
