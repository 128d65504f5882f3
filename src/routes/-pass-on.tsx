import type { PostView } from '#server/posts/posts.schema.ts';
import { InviteButton } from '#src/features/invitations/invite-button.tsx';
import { ShareButton } from '#src/features/shares/share-button.tsx';

/** The ways in which a reader can bring a post to others. */
export const passOn = (post: PostView) => (
  <>
    <ShareButton post={post} />
    <InviteButton post={post} />
  </>
);

/** The same on the post's own screen. */
export const passOnOne = (post: PostView) => (
  <>
    <ShareButton post={post} />
    <InviteButton post={post} canLeaveOut={false} />
  </>
);
