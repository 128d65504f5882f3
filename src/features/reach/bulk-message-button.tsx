import { Send } from 'lucide-react';
import { lazy } from 'react';
import { DialogButton } from '#src/components/dialog-button.tsx';
import type { BulkRecipients } from './bulk-recipients.ts';

const BulkMessageDialog = lazy(async () => ({
  default: (await import('./bulk-message-dialog.tsx')).BulkMessageDialog,
}));

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
