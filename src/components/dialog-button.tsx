import { type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';

interface DialogButtonProps {
  icon: ReactNode;
  label: string;
  /** The dialog, open; its code may come on demand. */
  dialog: (onClose: () => void) => ReactNode;
}

/** A quiet button that opens a dialog. */
export function DialogButton({ icon, label, dialog }: DialogButtonProps) {
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
        {icon}
        {label}
      </Button>
      {isOpen && <Suspense>{dialog(() => setIsOpen(false))}</Suspense>}
    </>
  );
}
