import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarX, MapPin } from 'lucide-react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { postRules } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { CalendarFileButton } from '#src/app/calendar-file-button.tsx';
import { isAbsent } from '#src/app/failure.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { PassOnSlot } from '#src/entities/action-slots.tsx';
import { CalendarToggle } from '#src/entities/calendar-toggle.tsx';
import { isInCalendar } from '#src/entities/in-calendar.ts';
import { PostDescription } from '#src/entities/post-description.tsx';
import { InterestButtons, Phase } from '#src/entities/post-parts.tsx';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { ReminderChoice } from '#src/entities/reminder-choice.tsx';
import { useCommitted } from '#src/entities/use-committed.tsx';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { fill } from '#src/lib/fill.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { applyToReasons } from '#src/local/collections/calendar.ts';
import { postLane, pullPost, readPost } from '#src/local/collections/posts.ts';
import { readReasons } from '#src/local/collections/read-calendar.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { useRecentMutations } from '#src/local/engine/recent-mutations.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { placeTimesOf } from './entry-times.ts';
import { texts } from './texts.ts';

interface PostDialogProps {
  /** What was pressed; undefined while nothing is looked at. */
  entry: CalendarEntry | undefined;
  onClose: () => void;
}

/** A post of the calendar, as far as is needed to decide whether to go there. */
export function PostDialog({ entry, onClose }: PostDialogProps) {
  return (
    <Dialog open={entry !== undefined} onOpenChange={(open) => !open && onClose()}>
      {entry && <Details key={entry._id} entry={entry} />}
    </Dialog>
  );
}

/** What the calendar knows of it at once, and the rest from the device or the server. */
function Details({ entry }: { entry: CalendarEntry }) {
  const { _id: postId } = entry;
  const kept = useLocal((db, userId) => readPost(db, userId, postId), [postId]);
  const fetched = useQuery({
    queryKey: ['post', postId, 'in-calendar'],
    queryFn: async () => {
      const db = localDatabase();
      if (!db) return api.posts.byId.query({ id: postId });
      await pullPost(db, postId);
      return null;
    },
  });
  const post = kept ?? fetched.data ?? undefined;
  if (kept === null || (fetched.isError && isAbsent(fetched.error)))
    return (
      <DialogContent title={texts.postDialog.post} size="sm">
        <EmptyState
          icon={<CalendarX />}
          title={texts.postDialog.notFound}
          hint={texts.postDialog.notFoundHint}
        />
      </DialogContent>
    );
  return (
    <DialogContent
      title={<bdi className="wrap-anywhere">{post?.title ?? entry.title}</bdi>}
      footer={
        <>
          {entry.startDateTime !== null && <CalendarFileButton postId={postId} />}
          {post ? <Toggle post={post} /> : <EntryToggle entry={entry} />}
          <ButtonLink to="/post/$postType/details/$postId" params={{ postType: entry.postType, postId }}>
            {texts.postDialog.viewPost}
          </ButtonLink>
        </>
      }
    >
      <Facts entry={entry} />
      {post?.description && (
        <div className="mt-4">
          <PostDescription text={post.description} />
        </div>
      )}
      {post?.isActive && <Reactions post={post} />}
    </DialogContent>
  );
}

/** The same buttons as on the post's page. */
function Reactions({ post: known }: { post: PostView }) {
  const post = useShownPost(known);
  const user = useUser();
  const signInTo = useSignInTo();
  const [showCommitted, committed] = useCommitted(post._id);
  return (
    <>
      <div className="mt-3 -ml-3 flex flex-wrap gap-2">
        <InterestButtons
          post={post}
          onShow={user && showCommitted}
          onSay={(interest, on) =>
            user
              ? tryMutate({ name: 'say', input: { postId: post._id, interest, on }, about: post.title })
              : signInTo({ does: 'say', postId: post._id, interest, about: post.title })
          }
        />
        <PassOnSlot post={post} canLeaveOut={false} />
      </div>
      {committed}
      {isInCalendar(post, user?._id) && post.creatorId !== user?._id && (
        <div className="mt-3">
          <ReminderChoice
            post={post}
            onChoose={(minutes) =>
              void tryMutate({ name: 'remind', input: { postId: post._id, minutes }, about: post.title })
            }
          />
        </div>
      )}
    </>
  );
}

function Toggle({ post: known }: { post: PostView }) {
  const post = useShownPost(known);
  return <CalendarToggle isAdded={post.isAdded} onToggle={useScheduling(post)} />;
}

/** The same while the post is not loaded. The viewer's own calendar knows why the post is in it. */
function EntryToggle({ entry }: { entry: CalendarEntry }) {
  const { _id, because, postType } = entry;
  const reasons = useLocal((db) => readReasons(db, _id), [_id]) ?? because;
  const recent = useRecentMutations(postLane(_id));
  const { addable } = postRules[postType];
  const now = applyToReasons(reasons, recent, { id: _id, userId: '' });
  const isAdded = now.includes('added');
  const onToggle = useScheduling({
    ...entry,
    addable,
    isAdded,
    follows: because.includes('followed'),
    interests: [{ going: now.includes('going') }],
  });
  if (because.length === 0) return null;
  return <CalendarToggle isAdded={isAdded} onToggle={onToggle} />;
}

function Facts({ entry }: { entry: CalendarEntry }) {
  const { text, zone } = placeTimesOf(entry);
  const time = (
    <time dateTime={entry.starts} className="font-medium">
      {!entry.scheduledPublish && <Phase post={entry} timeZone={entry.timeZone ?? deviceTimeZone()} />}
      <span>{text}</span>
    </time>
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <PostTypeBadge type={entry.postType} />
      <ul className="flex flex-col gap-1.5 text-sm">
        <li className="flex items-start gap-2">
          <CalendarDays aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            {entry.scheduledPublish ? fill(texts.postDialog.goesOut, { time }) : time}
            {zone !== undefined && <span className="text-muted"> ({zone})</span>}
          </span>
        </li>
        {entry.address && (
          <li className="flex items-start gap-2">
            <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="wrap-anywhere">{entry.address.fullAddress}</span>
          </li>
        )}
      </ul>
      <p className="text-muted text-sm">
        {fill(texts.postDialog.by, {
          organization: (
            <Link to="/organization/details/$id" params={{ id: entry.creatorId }}>
              <bdi>{shownName(entry.organizationName, 'organization')}</bdi>
            </Link>
          ),
        })}
      </p>
    </div>
  );
}
