import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { Button, IconButton } from './button.tsx';

interface ToastOptions {
  /** A bold word above the message, as "Failed". */
  title?: string | undefined;
  /** Takes back what was done; offered as Undo while the toast is up. */
  undo?: (() => void) | undefined;
  /** The same id again replaces the toast in place of adding another. */
  id?: string | undefined;
}

interface ToastCardProps extends ToastOptions {
  tone: 'success' | 'failed';
  message: string;
  onClose: () => void;
}

function ToastCard({ tone, title, message, undo, onClose }: ToastCardProps) {
  return (
    <div className="flex w-full items-start gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 text-ink text-sm shadow-float">
      {tone === 'success' ? (
        <CircleCheck aria-hidden className="mt-2 size-5 shrink-0 text-success-ink" />
      ) : (
        <CircleAlert aria-hidden className="mt-2 size-5 shrink-0 text-danger-ink" />
      )}
      <div className="min-w-0 flex-1 self-center py-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <p className={title === undefined ? 'font-medium' : 'text-muted'}>{message}</p>
      </div>
      {undo !== undefined && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            undo();
            onClose();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" size="sm" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

function show(tone: ToastCardProps['tone'], message: string, options: ToastOptions) {
  sonner.custom(
    (id) => <ToastCard {...options} tone={tone} message={message} onClose={() => sonner.dismiss(id)} />,
    {
      // Who fails or may undo needs longer to read and decide.
      duration: tone === 'failed' || options.undo !== undefined ? 9000 : 5000,
      ...(options.id === undefined ? {} : { id: options.id }),
    },
  );
}

/** Says what an action came to. Hovering, or leaving the tab, holds a toast up. */
export const toast = {
  /** It worked. */
  success: (message: string, options: ToastOptions = {}) => show('success', message, options),
  /** It did not, and things are back as they were. */
  failed: (message: string, options: ToastOptions = {}) => show('failed', message, options),
};

/** Where toasts appear, once per page: a live region, above the bottom bar on a phone. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      visibleToasts={3}
      gap={10}
      offset={{ bottom: '1.5rem' }}
      mobileOffset={{
        bottom: 'calc(4.75rem + env(safe-area-inset-bottom))',
        left: '0.75rem',
        right: '0.75rem',
      }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full pointer-events-auto' }}
    />
  );
}
