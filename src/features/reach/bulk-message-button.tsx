import { Send } from 'lucide-react';
import { DialogButton } from '#src/components/dialog-button.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import type { BulkRecipients } from './bulk-recipients.ts';

const BulkMessageDialog = lazyDialog(
  async () => (await import('./bulk-message-dialog.tsx')).BulkMessageDialog,
);

/** Opens a dialog to write to many people at once. */
export function BulkMessageButton({ label, to }: { label: string; to: BulkRecipients }) {
  return (
    <div className="flex self-end">
      <DialogButton
        icon={<Send aria-hidden />}
        label={label}
        dialog={(onClose) => <BulkMessageDialog title={label} to={to} onClose={onClose} />}
      />
    </div>
  );
}
