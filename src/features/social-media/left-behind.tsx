import { isolate } from '#server/isolate.schema.ts';
import type { LeftBehindView } from '#server/social-media/network-posts.schema.ts';
import { networkLabels } from '#server/social-media/social-media.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './texts.ts';

/** Posts that were deleted here and could not be deleted at a network. Nothing where there are none. */
export function LeftBehind({ posts }: { posts: readonly LeftBehindView[] }) {
  if (posts.length === 0) return null;
  return (
    <Card as="section" aria-label={texts.leftBehind.stillOnTheNetwork}>
      <CardHeader title={texts.leftBehind.stillOnTheNetwork} />
      <p className="text-pretty text-muted text-sm">{texts.leftBehind.hint}</p>
      <ul className="mt-3 flex flex-col gap-4">
        {posts.map((post) => (
          <LeftBehindPost key={post._id} post={post} />
        ))}
      </ul>
    </Card>
  );
}

function LeftBehindPost({ post: { _id: id, socialMedia, title, link, reason } }: { post: LeftBehindView }) {
  const settled = {
    onSuccess: () => utils.socialMedia.overview.invalidate(),
    onError: (error: unknown) => toast.failed(failureOf(error).message, { title: texts.failed }),
  };
  const retry = trpc.socialMedia.retryRemoval.useMutation(settled);
  const forget = trpc.socialMedia.forgetRemoval.useMutation(settled);
  const name = texts.leftBehind.postAt(isolate(title), networkLabels[socialMedia]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <p className="wrap-anywhere min-w-0 text-sm">
        {link === null ? name : <ExternalLink href={link}>{name}</ExternalLink>}
        <span className="block text-muted">{reason}</span>
      </p>
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="secondary"
          loading={retry.isPending}
          aria-label={texts.leftBehind.tryAgainToDelete(name)}
          onClick={() => retry.mutate({ id })}
        >
          {texts.leftBehind.tryAgain}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          loading={forget.isPending}
          aria-label={texts.leftBehind.leave(name)}
          onClick={() => forget.mutate({ id })}
        >
          {texts.leftBehind.leaveIt}
        </Button>
      </span>
    </li>
  );
}
