import { CalendarClock, CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DashboardView, InteractedUser } from '#server/dashboard/dashboard.schema.ts';
import { interestTypes, supportsInterest } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Link } from '#src/components/link.tsx';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './texts.ts';

/** Lists posts that are still to begin. */
export function UpcomingPosts({ posts }: { posts: readonly PostView[] }) {
  if (posts.length === 0)
    return (
      <EmptyState
        icon={<CalendarPlus />}
        title={texts.dashboardPosts.nothingPlanned}
        hint={texts.dashboardPosts.nothingPlannedHint}
      />
    );
  return (
    <Card padding="none">
      <ul className="divide-y divide-line">
        {posts.map((post) => (
          <PostLine key={post._id} post={post} />
        ))}
      </ul>
    </Card>
  );
}

interface EndedPostsProps {
  ended: DashboardView['recentlyEnded'];
  /** Lists who interacted with a post. */
  onOpen: (post: PostView) => void;
}

/** Lists posts that are over, with who interacted. */
export function EndedPosts({ ended, onOpen }: EndedPostsProps) {
  if (ended.length === 0)
    return (
      <EmptyState
        icon={<CalendarClock />}
        title={texts.dashboardPosts.nothingEnded}
        hint={texts.dashboardPosts.nothingEndedHint}
      />
    );
  return (
    <Card padding="none">
      <ul className="divide-y divide-line">
        {ended.map(({ post, interactedUsers }) => (
          <PostLine
            key={post._id}
            post={post}
            action={
              interactedUsers.length > 0 && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="h-auto min-h-control-sm max-w-full flex-wrap whitespace-normal"
                  aria-haspopup="dialog"
                  aria-label={texts.dashboardPosts.whoInteractedWith(post.title)}
                  onClick={() => onOpen(post)}
                >
                  <Faces users={interactedUsers} />
                  {texts.dashboardPosts.whoInteracted}
                </Button>
              )
            }
          />
        ))}
      </ul>
    </Card>
  );
}

function Faces({ users }: { users: readonly InteractedUser[] }) {
  return (
    <span className="-space-x-1.5 flex">
      {users.map(({ userId, userName, userType, userProfilePicture }) => (
        <Avatar
          key={userId}
          id={userId}
          name={wholeName(userName, userType)}
          src={pictureUrl(userProfilePicture, 96)}
          size="xs"
          shape={userType === 'organization' ? 'square' : 'circle'}
        />
      ))}
    </span>
  );
}

const countWords = { liked: 'liked', interested: 'interested', going: 'going' };

function PostLine({ post, action }: { post: PostView; action?: ReactNode }) {
  const dates =
    post.startDateTime !== null && postDates(post.startDateTime, post.endDateTime, post.timeZone ?? 'UTC');
  const counts = interestTypes
    .filter((interest) => supportsInterest(post.postType, interest))
    .map((interest) => `${post.counts[interest]} ${countWords[interest]}`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="flex min-w-[min(13rem,100%)] flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to="/post/$postType/details/$postId"
            params={{ postType: post.postType, postId: post._id }}
            variant="quiet"
            className="wrap-anywhere font-semibold"
            dir="auto"
          >
            {post.title}
          </Link>
          <PostTypeBadge type={post.postType} />
        </span>
        <span className="text-muted text-sm">
          {dates && `${dates.text}${dates.zone === undefined ? '' : ` (${dates.zone})`}`}
        </span>
        <span className="text-muted text-sm tabular-nums">
          {[...counts, `${post.views} ${post.views === 1 ? 'view' : 'views'}`].join(' · ')}
        </span>
      </div>
      {action}
    </li>
  );
}
