import { Share2 } from 'lucide-react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { DialogButton } from '#src/components/dialog-button.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { texts } from './share-button.texts.ts';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Offers the ways in which a post can be passed on. */
export function ShareButton({ post }: { post: PostView }) {
  return (
    <DialogButton
      icon={<Share2 aria-hidden />}
      label={texts.share}
      dialog={(onClose) => <ShareDialog post={post} onClose={onClose} />}
    />
  );
}
