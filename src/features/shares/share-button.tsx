import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Button } from '#src/components/button.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Offers the ways in which a post can be passed on. */
export function ShareButton({ post }: { post: PostView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        className="text-muted hover:text-brand-ink"
        onClick={() => setIsOpen(true)}
      >
        <Share2 aria-hidden />
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog post={post} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
