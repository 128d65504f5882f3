import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import {
  Eye,
  Flame,
  Link as LinkIcon,
  type LucideIcon,
  PenLine,
  Phone,
  Settings2,
  SquarePen,
  Timer,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { CalendarFileButton } from '#src/app/calendar-file-button.tsx';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { CalendarToggle } from '#src/components/calendar-toggle.tsx';
import { Card } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink, ExternalLink } from '#src/components/link.tsx';
import { InterestButtons, PostAuthor, type Say, WhenAndWhere } from '#src/components/post-parts.tsx';
import { PostPicture } from '#src/components/post-picture.tsx';
import { PostTypeBadge } from '#src/components/post-type-badge.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { PostCardSkeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { postDates } from '#src/lib/post-dates.ts';
import { parseRichText } from '#src/lib/rich-text.ts';
import { deviceTimeZone } from '#src/lib/zoned-time.ts';
import { attempt } from '#src/local/attempt.ts';
import { localDatabase } from '#src/local/current-database.ts';
import { pullPost, readPost } from '#src/local/posts.ts';
import { useLocal } from '#src/local/use-local.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { useShownPost } from '#src/local/use-shown-post.ts';
import { CommittedDialog } from './committed-dialog.tsx';
import { PlaceOnMap } from './place-on-map.tsx';
import { PostNotAvailable } from './post-not-available.tsx';

const ReachDialog = lazy(async () => ({ default: (await import('./reach-dialog.tsx')).ReachDialog }));

interface PostDetailsScreenProps {
  postId: string;
  /** What one can do about the organization. */
  followButton: (organization: { _id: string; name: string; follows: boolean }) => ReactNode;
  /** The ways in which one can bring the post to others. */
  passOn: (post: PostView) => ReactNode;
}

/** A post with everything that it says. */
export function PostDetailsScreen(props: PostDetailsScreenProps) {
  return useUser() ? <KeptPost {...props} /> : <VisitorPost {...props} />;
}

/** From the device at once, then from the server. */
function KeptPost({ postId, followButton, passOn }: PostDetailsScreenProps) {
  const post = useLocal((db, userId) => readPost(db, userId, postId), [postId]);
  const pull = useQuery({
    queryKey: ['post', postId],
    queryFn: async () => {
      const db = localDatabase();
      if (!db) return null;
      await pullPost(db, postId);
      void countView(postId);
      return null;
    },
  });
  if (post === null || (pull.isError && isAbsent(pull.error))) return <PostNotAvailable />;
  if (post === undefined)
    return <Waiting error={pull.isError ? pull.error : undefined} onRetry={() => void pull.refetch()} />;
  return (
    <WholePost
      post={post}
      followButton={followButton}
      passOn={passOn}
      onSay={(interest, on) => attempt({ name: 'say', input: { postId, interest, on }, about: post.title })}
    />
  );
}

/** The posts whose views this page has told of. */
const viewed = new Set<string>();

/** Says that the reader has looked at a post. A view that is lost is no loss to the reader. */
async function countView(postId: string): Promise<void> {
  if (viewed.has(postId)) return;
  viewed.add(postId);
  await api.posts.view.mutate({ id: postId }).catch(() => viewed.delete(postId));
}

function VisitorPost({ postId, followButton, passOn }: PostDetailsScreenProps) {
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  const post = trpc.posts.byId.useQuery({ id: postId });
  if (post.isError && isAbsent(post.error)) return <PostNotAvailable />;
  if (!post.data)
    return <Waiting error={post.isError ? post.error : undefined} onRetry={() => void post.refetch()} />;
  return (
    <WholePost
      post={post.data}
      followButton={followButton}
      passOn={passOn}
      onSay={() => void navigate({ to: '/user/sign-in', search: { next: here } })}
    />
  );
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-reading">
      <h1 className="sr-only">Post</h1>
      {error === undefined ? (
        <div role="status" aria-label="Loading the post">
          <PostCardSkeleton />
        </div>
      ) : (
        <ErrorState message={failureOf(error).message} onRetry={onRetry} />
      )}
    </div>
  );
}

interface WholePostProps {
  post: PostView;
  onSay: Say;
  followButton: PostDetailsScreenProps['followButton'];
  passOn: PostDetailsScreenProps['passOn'];
}

function WholePost({ post: known, onSay, followButton, passOn }: WholePostProps) {
  const user = useUser();
  const post = useShownPost(known);
  const onSchedule = useScheduling(post);
  const isOwn = user?._id === post.creatorId;
  const [shown, setShown] = useState<InterestType>();
  const [showsReach, setShowsReach] = useState(false);
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-4">
      <Title>{post.title}</Title>
      {isOwn && (
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
                <Eye aria-hidden /> {post.views} {post.views === 1 ? 'view' : 'views'}
              </Button>
            ) : (
              <Badge>{post.scheduledPublish ? 'Scheduled' : 'Draft'}</Badge>
            )}
            {post.scheduledPublishDateTime !== null &&
              `Goes out ${postDates(post.scheduledPublishDateTime, null, deviceTimeZone()).text}`}
          </span>
          <ButtonLink to="/post/manage" variant="quiet" size="sm">
            <Settings2 aria-hidden /> Manage Posts
          </ButtonLink>
          <ButtonLink
            to="/post/$orgId/edit/$postId"
            params={{ orgId: post.creatorId, postId: post._id }}
            variant="secondary"
            size="sm"
          >
            <SquarePen aria-hidden /> Edit
          </ButtonLink>
        </div>
      )}
      <Card as="article" aria-labelledby="post-title" padding="none" className="overflow-hidden">
        <PostAuthor
          post={post}
          action={followButton({
            _id: post.creatorId,
            name: post.organizationName,
            follows: post.follows,
          })}
          className="px-4 pt-4 sm:px-6 sm:pt-6"
        />
        <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
          <div className="flex flex-wrap gap-2">
            <PostTypeBadge type={post.postType} />
            {post.topNeed && (
              <Badge tone="accent">
                <Flame aria-hidden /> Top need
              </Badge>
            )}
          </div>
          <h1 id="post-title" className="text-balance font-bold text-2xl wrap-anywhere">
            {post.title}
          </h1>
          <WhenAndWhere post={post} />
          {post.address && <PlaceOnMap address={post.address} />}
        </div>
        {post.images.length > 0 && (
          <div className="flex flex-col gap-2">
            {post.images.map((image) => (
              <figure key={image.path}>
                <PostPicture picture={image} others={0} />
                {image.description && (
                  <figcaption className="px-4 pt-1.5 text-muted text-sm sm:px-6">
                    {image.description}
                  </figcaption>
                )}
              </figure>
            ))}
          </div>
        )}
        <div className="flex flex-col gap-5 px-4 py-4 sm:px-6">
          <p className="whitespace-pre-line text-pretty wrap-anywhere">
            {post.description ? (
              <RichText parts={parseRichText(post.description)} />
            ) : (
              <span className="text-muted">No description available</span>
            )}
          </p>
          {post.petitionLink && (
            <ExternalLink
              href={post.petitionLink}
              className="flex items-center gap-2 self-start font-semibold"
            >
              <PenLine aria-hidden className="size-4.5" /> Sign the petition
            </ExternalLink>
          )}
          <RequiredItems items={post.requiredItems} />
          <Facts post={post} />
          <Chips label="Impact areas" values={post.impactAreas.map(({ name }) => name)} />
          <Chips label="Skills" values={post.skills.map(({ name }) => name)} />
          <Chips label="Keywords" values={post.keywords} />
        </div>
        {post.isActive && (
          <footer className="flex flex-wrap gap-2 border-line border-t px-3 py-2.5 sm:px-5">
            <InterestButtons post={post} onSay={onSay} onShow={user ? setShown : undefined} />
            <CalendarToggle isAdded={post.isAdded} onToggle={onSchedule} />
            {post.startDateTime !== null && (
              <CalendarFileButton postId={post._id} className="text-muted hover:text-brand-ink" />
            )}
            {passOn(post)}
          </footer>
        )}
      </Card>
      <CommittedDialog postId={post._id} interest={shown} onClose={() => setShown(undefined)} />
      {showsReach && (
        <Suspense>
          <ReachDialog post={post} onClose={() => setShowsReach(false)} />
        </Suspense>
      )}
    </div>
  );
}

function RequiredItems({ items }: { items: PostView['requiredItems'] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="required-items" className="flex flex-col gap-2">
      <h2 id="required-items" className="font-semibold">
        Required items
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map((item) => (
          <li
            key={`${item.name} ${item.requirement}`}
            className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5"
          >
            <span>
              <span className="font-medium">{item.name}</span>
              <span className="block text-muted text-sm">{item.requirement}</span>
            </span>
            <span className="text-muted text-sm">
              by <time dateTime={item.neededBy}>{formatDay(item.neededBy)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A calendar day, `YYYY-MM-DD`, as MM/dd/yyyy. */
function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

function Facts({ post }: { post: PostView }) {
  const facts: { icon: LucideIcon; label: string; value: ReactNode }[] = [];
  if (post.expectedRequiredHours !== null)
    facts.push({ icon: Timer, label: 'Expected hours', value: `${post.expectedRequiredHours} hours` });
  if (post.contact) facts.push({ icon: Phone, label: 'Contact', value: post.contact });
  if (post.postURL)
    facts.push({
      icon: LinkIcon,
      label: 'More',
      value: <ExternalLink href={post.postURL}>{post.postURL}</ExternalLink>,
    });
  if (facts.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {facts.map(({ icon: Icon, label, value }) => (
        <li key={label} className="flex items-start gap-2">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="sr-only">{label}: </span>
          <span className="min-w-0 wrap-anywhere">{value}</span>
        </li>
      ))}
    </ul>
  );
}

function Chips({ label, values }: { label: string; values: string[] }) {
  if (values.length === 0) return null;
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h2 className="font-semibold text-muted text-sm">{label}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <li key={value}>
            <Badge>{value}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
