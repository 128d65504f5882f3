import { CircleAlert, CircleCheck, CloudUpload, X } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { Button, IconButton } from './button.tsx';
import * as texts from './texts.ts';
import { onRequest, type ToastRequest, takeRequests } from './toast.ts';

interface ToastCardProps extends ToastRequest {
  onClose: () => void;
}

const icons = {
  success: <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />,
  later: <CloudUpload aria-hidden className="size-5 shrink-0 text-muted" />,
  failed: <CircleAlert aria-hidden className="size-5 shrink-0 text-danger-ink" />,
} satisfies Record<ToastRequest['tone'], ReactNode>;

function ToastCard({ tone, title, message, undo, onClose }: ToastCardProps) {
  return (
    <div className="flex w-full items-center gap-3 rounded-lg border border-line bg-raised py-2 font-sans pr-2 pl-4 text-ink text-sm shadow-float">
      {icons[tone]}
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
          {texts.undo}
        </Button>
      )}
      <IconButton label={texts.dismiss} size="sm" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Toasts that say that something is still to be sent. */
const later = new Set<string | number>();

function dismissLater(): void {
  for (const id of later) sonner.dismiss(id);
  later.clear();
}

/** The toasts that were shown last under an id of their own. */
const replaceable = new Map<string, string | number>();

function showRequests(): void {
  for (const request of takeRequests()) {
    // Sonner removes a toast that is updated on its way out.
    const replaced = request.id === undefined ? undefined : replaceable.get(request.id);
    if (replaced !== undefined) sonner.dismiss(replaced);
    const shown = sonner.custom((id) => <ToastCard {...request} onClose={() => sonner.dismiss(id)} />, {
      // Who fails or may undo needs longer to read and decide.
      duration:
        request.seconds !== undefined
          ? request.seconds * 1000
          : request.tone === 'failed' || request.undo !== undefined
            ? 9000
            : 5000,
    });
    if (request.id !== undefined) replaceable.set(request.id, shown);
    if (request.tone === 'later') later.add(shown);
  }
}

const WIDE = '(width >= 48rem)';

function onWidthChange(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Where toasts appear: a live region. On a phone at the top, clear of the bottom bar, of sheets
 * and of the keyboard: below the header, or in its place where a dialog lies over it.
 */
export function SonnerToaster() {
  const isWide = useSyncExternalStore(onWidthChange, () => window.matchMedia(WIDE).matches);
  return (
    <>
      <Sonner
        position={isWide ? 'bottom-center' : 'top-center'}
        expand
        visibleToasts={3}
        gap={10}
        offset={{ bottom: '1.5rem' }}
        mobileOffset={{
          top: 'calc(var(--toast-top) + env(safe-area-inset-top))',
          left: '0.75rem',
          right: '0.75rem',
        }}
        containerAriaLabel={texts.messages}
        toastOptions={{ unstyled: true, className: 'w-full pointer-events-auto' }}
      />
      <Requests />
    </>
  );
}

/** Shows queued toasts. Rendered after the place where toasts appear, which must subscribe first. */
function Requests() {
  useEffect(() => {
    showRequests();
    const stop = onRequest(showRequests);
    // What waited for the connection no longer does.
    window.addEventListener('online', dismissLater);
    return () => {
      stop();
      window.removeEventListener('online', dismissLater);
    };
  }, []);
  return null;
}
