import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
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
    <div className="flex w-full items-center gap-3 rounded-lg border border-line bg-raised py-2 font-sans pr-2 pl-4 text-ink text-sm shadow-float">
      {tone === 'success' ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      ) : (
        <CircleAlert aria-hidden className="size-5 shrink-0 text-danger-ink" />
      )}
      <div className="min-w-0 flex-1 py-1">
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

const WIDE = '(width >= 48rem)';

function onWidthChange(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Where toasts appear, once per page: a live region. On a phone at the top, clear of the bottom bar, of sheets
 * and of the keyboard.
 */
export function Toaster() {
  const isWide = useSyncExternalStore(onWidthChange, () => window.matchMedia(WIDE).matches);
  return (
    <Sonner
      position={isWide ? 'bottom-center' : 'top-center'}
      expand
      visibleToasts={3}
      gap={10}
      offset={{ bottom: '1.5rem' }}
      mobileOffset={{
        top: 'calc(0.75rem + env(safe-area-inset-top))',
        left: '0.75rem',
        right: '0.75rem',
      }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full pointer-events-auto' }}
    />
  );
}
