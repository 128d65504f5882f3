import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Eye, MessageSquareText, ScanEye, Settings2, SquarePen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { isInCalendar } from '#src/entities/in-calendar.ts';
import type { Say } from '#src/entities/post-parts.tsx';
import { ReminderChoice } from '#src/entities/reminder-choice.tsx';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { isOver } from '#src/lib/event-phase.ts';
import { fill } from '#src/lib/fill.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { useNow } from '#src/lib/server-clock.ts';
import { keepPost, readPost } from '#src/local/collections/posts.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { CommittedDialog } from './committed-dialog.tsx';
import { texts } from './kept-post.texts.ts';
import { NetworkStatuses } from './network-statuses.tsx';
import { PostNotAvailable } from './post-not-available.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { WaitingForPost } from './waiting-for-post.tsx';
import { WholePost } from './whole-post.tsx';

const ReachDialog = lazyDialog(async () => (await import('./reach-dialog.tsx')).ReachDialog);

/** Renders the page of a post for a signed-in user: from the device at once, then from the server. */
export function KeptPost({ postId }: { postId: string }) {
  const post = useLocal((db, userId) => readPost(db, userId, postId), [postId]);
  const pull = useQuery({
    queryKey: ['post', postId],
    queryFn: async () => {
      if (await keepPost(postId)) void countView(postId);
      return null;
    },
  });
  const [last, setLast] = useState<PostView>();
  if (post && post !== last) setLast(post);
  // The first snapshot of a device, which may arrive later, does not hold every post.
  const isLost = post === undefined && pull.isSuccess;
  const { refetch } = pull;
  useEffect(() => {
    if (isLost) void refetch();
  }, [isLost, refetch]);
  if (post === null || (pull.isError && isAbsent(pull.error))) return <PostNotAvailable />;
  // What is read, or about to be pressed, stays until it is fetched again.
  const shown = post ?? (last?._id === postId ? last : undefined);
  if (!shown)
    return (
      <WaitingForPost error={pull.isError ? pull.error : undefined} onRetry={() => void pull.refetch()} />
    );
  return (
    <OwnOrOthers
      post={shown}
      onSay={(interest, on) =>
        tryMutate({ name: 'say', input: { postId, interest, on }, about: shown.title })
      }
    />
  );
}

/** Posts whose views this page has reported. */
const viewed = new Set<string>();

/** Records that the viewer has looked at a post. A view that is lost is no loss to the reader. */
async function countView(postId: string): Promise<void> {
  if (viewed.has(postId)) return;
  viewed.add(postId);
  await api.posts.view.mutate({ id: postId }).catch(() => viewed.delete(postId));
}

function OwnOrOthers({ post: known, onSay }: { post: PostView; onSay: Say }) {
  const user = useUser();
  const post = useShownPost(known);
  const onSchedule = useScheduling(post);
  const isOwn = user?._id === post.creatorId;
  const hasEnded = useNow((now) => isOver(post, now));
  const [shown, setShown] = useState<InterestType>();
  return (
    <>
      <WholePost
        post={post}
        onSay={onSay}
        onSchedule={onSchedule}
        onShow={setShown}
        tools={isOwn && <OwnerTools post={post} hasEnded={hasEnded} />}
        note={isInCalendar(post, user?._id) && !hasEnded && <InYourCalendar post={post} isOwn={isOwn} />}
      />
      {shown && <CommittedDialog postId={post._id} interest={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** What its creator sees above a post. */
function OwnerTools({ post, hasEnded }: { post: PostView; hasEnded: boolean }) {
  const [showsReach, setShowsReach] = useState(false);
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto flex flex-wrap items-center gap-2 text-muted text-sm">
          {post.isActive ? (
            <Button
              variant="quiet"
              size="sm"
              className="-ml-3"
              aria-haspopup="dialog"
              onClick={() => setShowsReach(true)}
            >
              <Eye aria-hidden /> {texts.ownerTools.views(post.views)}
            </Button>
          ) : (
            <Badge>{post.scheduledPublish ? texts.ownerTools.scheduled : texts.ownerTools.draft}</Badge>
          )}
          {post.scheduledPublishDateTime !== null &&
            texts.ownerTools.goesOut(postDates(post.scheduledPublishDateTime, null, deviceTimeZone()).text)}
        </span>
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setIsPreviewed(true)}>
          <ScanEye aria-hidden /> {texts.ownerTools.viewAsVisitor}
        </Button>
        <ButtonLink to="/post/manage" variant="quiet" size="sm">
          <Settings2 aria-hidden /> {texts.ownerTools.managePosts}
        </ButtonLink>
        <ButtonLink
          to="/post/$orgId/edit/$postId"
          params={{ orgId: post.creatorId, postId: post._id }}
          variant="secondary"
          size="sm"
        >
          <SquarePen aria-hidden /> {texts.ownerTools.edit}
        </ButtonLink>
      </div>
      <NetworkStatuses post={post} />
      {post.isActive && hasEnded && <HowItWent post={post} />}
      {isPreviewed && (
        <PreviewDialog
          post={post}
          title={texts.ownerTools.whatVisitorsSee}
          description={post.isActive ? undefined : texts.ownerTools.nobodyElseYet}
          onClose={() => setIsPreviewed(false)}
        />
      )}
      {showsReach && <ReachDialog post={post} onClose={() => setShowsReach(false)} />}
    </>
  );
}

/** Says so, and when the viewer is reminded of it. */
function InYourCalendar({ post, isOwn }: { post: PostView; isOwn: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex items-center gap-2 px-2 text-sm">
        <CalendarCheck aria-hidden className="size-4 text-brand-ink" />
        <span>
          {fill(texts.inYourCalendar.isIn, {
            calendar: <Link to="/calender">{texts.inYourCalendar.yourCalendar}</Link>,
          })}
        </span>
      </p>
      {!isOwn && (
        <ReminderChoice
          post={post}
          onChoose={(minutes) =>
            void tryMutate({ name: 'remind', input: { postId: post._id, minutes }, about: post.title })
          }
        />
      )}
    </div>
  );
}

/** Invites the organization to tell what became of it. */
function HowItWent({ post }: { post: PostView }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-48 flex-1 text-sm">{texts.ownerTools.hasEnded}</p>
      <ButtonLink
        to="/post/$orgId/create"
        params={{ orgId: post.creatorId }}
        search={{ postType: 'general', about: post._id }}
        size="sm"
      >
        <MessageSquareText aria-hidden /> {texts.ownerTools.howItWent}
      </ButtonLink>
    </Card>
  );
}
