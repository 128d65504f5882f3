import { ExternalLink as ExternalIcon, RotateCw } from 'lucide-react';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { NetworkPostView } from '#server/social-media/network-posts.schema.ts';
import { networkLabels } from '#server/social-media/social-media.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { ExternalLink, Link } from '#src/components/link.tsx';
import { toast } from '#src/components/toast.ts';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { useNow } from '#src/lib/server-clock.ts';
import { texts } from './networks.texts.ts';

/** What became of an own post at social networks. Nothing where it was shared at none. */
export function NetworkStatuses({ post }: { post: PostView }) {
  const statuses = post.socialMediaStatus ?? [];
  if (statuses.length === 0) return null;
  return (
    <ul
      aria-label={texts.networkStatuses.socialNetworks}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 text-sm"
    >
      {statuses.map((status) => (
        <Status key={status.socialMedia} postId={post._id} status={status} />
      ))}
    </ul>
  );
}

const states: Record<NetworkPostView['state'], { text: string; tone: 'neutral' | 'success' | 'danger' }> = {
  waiting: { text: texts.networkStatuses.waiting, tone: 'neutral' },
  posted: { text: texts.networkStatuses.posted, tone: 'success' },
  failed: { text: texts.networkStatuses.failed, tone: 'danger' },
  unavailable: { text: texts.networkStatuses.unavailable, tone: 'neutral' },
};

/** A wait that is longer is said with its end, in milliseconds. */
const longWait = 2 * 60_000;

function Status({ postId, status }: { postId: string; status: NetworkPostView }) {
  const { socialMedia, state, link, reason, nextAt } = status;
  const label = networkLabels[socialMedia];
  const { text, tone } = states[state];
  const endsLate = useNow((now) => nextAt !== null && Date.parse(nextAt) - Number(now) > longWait);
  return (
    <li className={reason === null ? undefined : 'basis-full'}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {link === null ? (
          <span className="font-medium">{label}</span>
        ) : (
          <ExternalLink href={link} className="inline-flex items-center gap-1 font-medium">
            {label} <ExternalIcon aria-hidden className="size-3.5" />
          </ExternalLink>
        )}
        <Badge tone={tone}>{text}</Badge>
        {nextAt !== null && endsLate && (
          <span className="text-muted">
            {texts.networkStatuses.until(postDates(nextAt, null, deviceTimeZone()).text)}
          </span>
        )}
        {status.canRetry && state !== 'unavailable' && <Retry postId={postId} status={status} />}
      </span>
      {state === 'unavailable' && (
        <span className="block text-muted">{texts.networkStatuses.notOnInstallation(label)}</span>
      )}
      {reason !== null && (
        <span className="block text-pretty text-muted">
          {state === 'posted' ? texts.networkStatuses.lastChange(reason) : reason}{' '}
          {/connect/i.test(reason) && <ToConnections />}
        </span>
      )}
    </li>
  );
}

const ToConnections = () => (
  <Link to="/edit/organization/social-media" variant="action">
    {texts.networkStatuses.socialMediaSettings}
  </Link>
);

function Retry({ postId, status: { socialMedia } }: { postId: string; status: NetworkPostView }) {
  const mutation = trpc.socialMedia.retry.useMutation();
  return (
    <Button
      variant="secondary"
      size="sm"
      loading={mutation.isPending}
      aria-label={texts.networkStatuses.retryOf(networkLabels[socialMedia])}
      onClick={() =>
        void mutation
          .mutateAsync({ id: postId, socialMedia })
          .catch((error: unknown) =>
            toast.failed(failureOf(error).message, { title: texts.networkStatuses.failed }),
          )
      }
    >
      <RotateCw aria-hidden /> {texts.networkStatuses.retry}
    </Button>
  );
}
