import { Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));

interface InviteButtonProps {
  post: PostView;
  /** Whether those who cost coins can be left out at the last moment. */
  canLeaveOut?: boolean | undefined;
}

/** Invites people to view a post. For whoever is signed in. */
export function InviteButton({ post, canLeaveOut = true }: InviteButtonProps) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (!user) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        className="text-muted hover:text-brand-ink"
        onClick={() => setIsOpen(true)}
      >
        <Send aria-hidden />
        Invite
      </Button>
      {isOpen && (
        <Suspense>
          <InviteDialog
            post={post}
            inviterId={user._id}
            canLeaveOut={canLeaveOut}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
