import type { MouseEvent, ReactNode } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { PostArticle } from './post-article.tsx';
import { PostNotes } from './post-notes-list.tsx';

interface PreviewDialogProps {
  post: PostView;
  title: string;
  description?: ReactNode;
  /** What to know before it is published. */
  notes?: readonly string[];
  onClose: () => void;
}

/** A post as visitors see it, with nothing to do about it. */
export function PreviewDialog({ post, title, description, notes = [], onClose }: PreviewDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description} size="lg">
        <PostNotes notes={notes} className="mb-4" />
        <div className="mx-auto max-w-reading" onClickCapture={stayHere}>
          <PostArticle post={post} level={3} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Links lead nowhere: what is not saved would be left. */
function stayHere(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
}
