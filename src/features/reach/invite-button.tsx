import { Send } from 'lucide-react';
import { useUser } from '#src/app/session.ts';
import { DialogButton } from '#src/components/dialog-button.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import type { PassOnSlotProps } from '#src/entities/action-slots.tsx';
import { texts } from './invite-button.texts.ts';

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog);

/** Invites people to view a post. For signed-in users. */
export function InviteButton({ post, canLeaveOut = true }: PassOnSlotProps) {
  const user = useUser();
  if (!user) return null;
  return (
    <DialogButton
      icon={<Send aria-hidden />}
      label={texts.invite}
      dialog={(onClose) => (
        <InviteDialog post={post} inviterId={user._id} canLeaveOut={canLeaveOut} onClose={onClose} />
      )}
    />
  );
}
