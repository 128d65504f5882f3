import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#src/app/session.ts';
import { IconButton } from '#src/components/button.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { texts } from './message-button.texts.ts';

const SendMessageDialog = lazyDialog(
  async () => (await import('./send-message-dialog.tsx')).SendMessageDialog,
);

interface MessageButtonProps {
  userId: string;
  name: string;
}

/** Opens a dialog to write to another user. For signed-in users. */
export function MessageButton({ userId, name }: MessageButtonProps) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (!user || user._id === userId) return null;
  return (
    <>
      <IconButton
        label={texts.messageTo(name)}
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <MessageSquare aria-hidden />
      </IconButton>
      {isOpen && <SendMessageDialog userId={userId} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
