import { ExternalLink as ExternalIcon, Link as LinkIcon, Smartphone, Users } from 'lucide-react';
import { v7 as uuid } from 'uuid';
import type { PostView } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { toast } from '#src/components/toast.ts';
import { toastOutcome, tryMutate } from '#src/local/mutate.ts';
import { networks } from './networks.ts';
import { texts } from './texts.ts';

interface ShareDialogProps {
  post: PostView;
  onClose: () => void;
}

/** The ways in which a post can be passed on: to friends here, to a network, by its address. */
export function ShareDialog({ post, onClose }: ShareDialogProps) {
  const user = useUser();
  const signInTo = useSignInTo();
  const friends = trpc.friendships.list.useQuery(
    { userId: user?._id ?? '', status: 'accepted', limit: 1 },
    { enabled: user?.userType === 'individual' },
  );
  const hasNoFriends = friends.data?.items.length === 0;
  const url = useLink(`/post/${post.postType}/details/${post._id}`);

  async function shareWithFriends() {
    if (!user) return signInTo({ does: 'share', postId: post._id, about: post.title });
    const input = { postId: post._id, shareId: uuid() };
    const outcome = await tryMutate({ name: 'share', input, about: post.title });
    if (!outcome) return;
    onClose();
    toastOutcome(await outcome(), {
      done: texts.shareDialog.shared,
      later: texts.shareDialog.savedHere,
    });
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(texts.shareDialog.linkCopied);
      onClose();
    } catch {
      toast.failed(texts.shareDialog.linkNotCopied);
    }
  }

  async function passToDevice() {
    try {
      await navigator.share({ title: post.title, url });
      onClose();
    } catch {
      // Closing the device's own dialog is no error.
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={texts.shareDialog.sharePost} description={<bdi>{post.title}</bdi>} size="sm">
        <div className="flex flex-col gap-5">
          {user?.userType !== 'organization' && (
            <div className="flex flex-col gap-2">
              <Button block disabled={hasNoFriends} onClick={() => void shareWithFriends()}>
                <Users aria-hidden />
                {texts.shareDialog.shareWithFriends}
              </Button>
              <p className="text-muted text-sm">
                {hasNoFriends ? texts.shareDialog.noFriendsHint : texts.shareDialog.friendsHint}
              </p>
            </div>
          )}
          <section aria-labelledby="share-elsewhere" className="flex flex-col gap-2">
            <h3 id="share-elsewhere" className="font-semibold text-sm">
              {texts.shareDialog.elsewhere}
            </h3>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {networks.map(({ name, addressFor }) => (
                <li key={name}>
                  <ExternalLink
                    variant="bare"
                    href={addressFor(url, post.title)}
                    className="flex min-h-control items-center justify-between gap-3 px-4 font-medium text-sm hover:bg-sunken"
                  >
                    {name}
                    <ExternalIcon aria-hidden className="size-4 text-muted" />
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </section>
          <div className="flex flex-col gap-2">
            <p className="wrap-anywhere select-all rounded-md bg-sunken px-3 py-2 text-sm">{url}</p>
            <div className="flex flex-wrap gap-2 *:grow">
              <Button variant="secondary" onClick={() => void copy()}>
                <LinkIcon aria-hidden />
                {texts.shareDialog.copyLink}
              </Button>
              {'share' in navigator && (
                <Button variant="secondary" onClick={() => void passToDevice()}>
                  <Smartphone aria-hidden />
                  {texts.shareDialog.moreWays}
                </Button>
              )}
            </div>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/**
 * Returns the one address of a path: this page may have been opened by another name of the server, which others do not
 * reach. Without a connection it is this page's own.
 */
function useLink(path: string): string {
  const { data } = trpc.shares.linkBase.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return new URL(path, data?.publicUrl ?? window.location.origin).href;
}
