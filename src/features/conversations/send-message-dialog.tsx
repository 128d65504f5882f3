import { Button } from '#src/components/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { fill } from '#src/lib/fill.ts';
import { texts } from './message-form.texts.ts';
import { MessageForm } from './message-form.tsx';

interface SendMessageDialogProps {
  userId: string;
  name: string;
  onClose: () => void;
}

/** Writes to a user from wherever they are listed. */
export function SendMessageDialog({ userId, name, onClose }: SendMessageDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={fill(texts.sendMessageDialog.messageTo, { name: <bdi>{name}</bdi> })}>
        <MessageForm
          otherId={userId}
          otherName={name}
          cancel={
            <DialogClose asChild>
              <Button variant="secondary">{texts.sendMessageDialog.cancel}</Button>
            </DialogClose>
          }
          onSent={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}
