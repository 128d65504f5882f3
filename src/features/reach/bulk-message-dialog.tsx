import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkMessageView, nobodyToSend } from '#server/conversations/bulk.schema.ts';
import { blankMessage, messageLimit } from '#server/conversations/conversations.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { Select } from '#src/components/select.tsx';
import { toast } from '#src/components/toast.ts';
import { BulkState } from '#src/entities/bulk-state.tsx';
import { readBulkMessage } from '#src/local/collections/bulk-messages.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import {
  type BulkRecipients,
  type ChosenRecipients,
  type Group,
  loadPrice,
  placeOf,
  sendBulk,
} from './bulk-recipients.ts';
import { ReachDialog } from './reach-dialog.tsx';
import { texts } from './texts.ts';

const parts: readonly { value: Group['connectionType']; label: string }[] = [
  { value: 'all', label: texts.bulkMessageDialog.all },
  { value: 'new', label: texts.bulkMessageDialog.newInLastDays },
  { value: 'individual', label: texts.bulkMessageDialog.individuals },
  { value: 'organization', label: texts.bulkMessageDialog.organizations },
];
const partsOfMembers: typeof parts = [
  { value: 'all', label: texts.bulkMessageDialog.all },
  { value: 'new', label: texts.bulkMessageDialog.newInLastDays },
  { value: 'board', label: texts.bulkMessageDialog.board },
  { value: 'committee', label: texts.bulkMessageDialog.committees },
  { value: 'volunteer', label: texts.bulkMessageDialog.volunteers },
  { value: 'employee', label: texts.bulkMessageDialog.employees },
];

/** How many people one sees being written to: a few have it before the dialog is closed. */
const fewest = 200;

interface BulkMessageDialogProps {
  title: string;
  description?: string | undefined;
  to: BulkRecipients;
  onClose: () => void;
}

/** Writes to many people at once: to whom, the text, and what it costs, which is asked about before it is spent. */
export function BulkMessageDialog({ title, description, to, onClose }: BulkMessageDialogProps) {
  const userId = useUser()?._id ?? '';
  const isGroup = 'connection' in to;
  const [connectionType, setConnectionType] = useState<Group['connectionType']>('all');
  const [begun, setBegun] = useState<BulkMessageView>();
  const recipients: ChosenRecipients = isGroup ? { ...to, connectionType } : to;
  const price = useQuery({
    queryKey: ['conversations', 'bulk price', userId, recipients],
    queryFn: () => loadPrice(userId, recipients),
    enabled: userId !== '',
    staleTime: 0,
    gcTime: 0,
  });
  // On the dashboard, the text has an error of its own.
  const isOfDashboard = isGroup || ('people' in to && to.people.postId !== undefined);
  const place = placeOf(to);
  if (begun) return <Sending title={title} begun={begun} onClose={onClose} />;
  return (
    <ReachDialog
      key={place}
      title={title}
      description={description}
      deed={texts.bulkMessageDialog.deed}
      place={`message to ${place}`}
      maxLength={messageLimit}
      errors={{
        blank: isOfDashboard ? texts.bulkMessageDialog.blankOnDashboard : blankMessage,
        nobody: nobodyToSend,
      }}
      whom={recipients}
      price={{ ...price, isFailed: price.isError || price.isPaused }}
      reach={({ total, connected }) => texts.bulkMessageDialog.reach(total, connected)}
      question={{
        describe: ({ cost }) => texts.bulkMessageDialog.question(cost),
        confirmLabel: texts.bulkMessageDialog.yes,
      }}
      canLeaveOut={({ connected }) => connected > 0}
      compose={(agreed) => ({ to: recipients, agreed })}
      send={async (_id, { to: sentTo, agreed }) => {
        const message = await sendBulk({ userId, _id }, sentTo, agreed);
        toast.success(texts.bulkMessageDialog.sent);
        if (message.state === 'sending' && message.total > fewest) setBegun(message);
        else onClose();
      }}
      failed={texts.bulkMessageDialog.notSent}
      onClose={onClose}
    >
      {() =>
        isGroup && (
          <Select
            label={texts.bulkMessageDialog.sendTo}
            options={to.connection === 'members' ? partsOfMembers : parts}
            value={connectionType}
            onValueChange={setConnectionType}
          />
        )
      }
    </ReachDialog>
  );
}

/** How far a message to many is, for as long as one wants to see that. */
function Sending({ title, begun, onClose }: { title: string; begun: BulkMessageView; onClose: () => void }) {
  const message = useLocal((db) => readBulkMessage(db, begun._id), [begun._id]) ?? begun;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        footer={
          <DialogClose asChild>
            <Button variant="secondary">
              {message.state === 'sending'
                ? texts.bulkMessageDialog.continueInTheBackground
                : texts.bulkMessageDialog.close}
            </Button>
          </DialogClose>
        }
      >
        <BulkState {...message} />
      </DialogContent>
    </Dialog>
  );
}
