import * as Radix from '@radix-ui/react-dialog';
import { cva, type VariantProps } from 'class-variance-authority';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { cn } from '#src/lib/cn.ts';
import { IconButton } from './button.tsx';
import * as texts from './texts.ts';

/**
 * The layer behind a dialog, to stand right before its content. Radix has one too, which locks scrolling with a
 * style sheet that it writes into the page, against the content security policy; styles.css locks it instead.
 */
export function Scrim(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      // On iOS a touch counts as a click only on what has this cursor.
      className="pointer-events-auto pointer-coarse:cursor-pointer fixed inset-0 z-50 animate-fade-out bg-scrim has-[+[data-state=open]]:animate-fade-in"
    />
  );
}

/** A sheet that rises from below on a phone, a box in the middle elsewhere. It holds what floats over it. */
export const panelVariants = cva(
  [
    'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col bg-raised text-ink shadow-float',
    'rounded-t-2xl pb-[env(safe-area-inset-bottom)] outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
    'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:rounded-2xl sm:pb-0',
    'sm:data-[state=closed]:animate-pop-out sm:data-[state=open]:animate-pop-in',
  ],
  {
    variants: {
      size: {
        sm: 'sm:max-w-md',
        md: 'sm:max-w-xl',
        lg: 'sm:max-w-3xl',
        /** The whole screen on a phone, the right side elsewhere. */
        side: [
          'inset-0 max-h-none rounded-none sm:left-auto sm:m-0 sm:h-auto sm:max-h-none sm:w-[28rem] sm:rounded-none',
          'sm:data-[state=closed]:animate-side-out sm:data-[state=open]:animate-side-in',
        ],
      },
    },
    defaultVariants: { size: 'md' },
  },
);

/** Holds open or closed; `open` with `onOpenChange`, or a DialogTrigger within. */
export const Dialog = Radix.Root;
/** Opens the dialog: `asChild` around a Button. */
export const DialogTrigger = Radix.Trigger;
/** Closes the dialog: `asChild` around a Button, usually in the footer. */
export const DialogClose = Radix.Close;

interface DialogContentProps
  extends Omit<ComponentProps<typeof Radix.Content>, 'title'>,
    VariantProps<typeof panelVariants> {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the main one last; stays in view while the rest scrolls. */
  footer?: ReactNode;
}

/** A toast lies over the dialog: pressing its Undo is not leaving the dialog. */
function stayForToasts(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
    event.preventDefault();
}

/**
 * Escape closes what lies on top: an open list, calendar or picture inside the dialog first. Those handle the key
 * themselves, but later than Radix, which listens on the document.
 */
export function leaveEscapeToContent(event: KeyboardEvent) {
  const onTop = '[role="combobox"][aria-expanded="true"], [data-rac][data-trigger], .yarl__root *';
  if (event.target instanceof Element && event.target.closest(onTop)) event.preventDefault();
}

/** Whom the focus belongs to before a dialog takes it: of a menu item, which goes with its menu, the menu's button. */
function focusOwner(): HTMLElement | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const owner = menuButton ? document.getElementById(menuButton) : active;
  return owner instanceof HTMLElement && owner !== document.body ? owner : null;
}

/** Gives the focus back to where it was, also to what is no DialogTrigger, which Radix does not know of. */
export function useReturnedFocus() {
  const owner = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      owner.current = focusOwner();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!owner.current?.isConnected) return;
      event.preventDefault();
      owner.current.focus();
    },
  };
}

/** What a dialog shows: title, description, content, footer. Traps focus and returns it on closing. */
export function DialogContent({
  title,
  description,
  footer,
  size,
  className,
  children,
  ...props
}: DialogContentProps) {
  const returnedFocus = useReturnedFocus();
  return (
    <Radix.Portal>
      <Scrim />
      <Radix.Content
        {...returnedFocus}
        {...props}
        data-floating-root
        onInteractOutside={stayForToasts}
        onEscapeKeyDown={leaveEscapeToContent}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        className={cn(panelVariants({ size }), className)}
      >
        {/* Scrolls as a whole, so that the Close button makes it reachable by keyboard. */}
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain rounded-[inherit]">
          <div className="sticky top-0 z-10 flex items-start gap-3 bg-raised px-5 pt-4 pb-3 sm:px-6 sm:pt-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="py-1 font-semibold text-ink text-xl">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-muted text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={texts.close} size="sm" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {/* Nothing in it may lie on the head or the foot, whatever it lies on in a card. */}
          <div className="isolate px-5 pt-1 pb-5 sm:px-6 sm:pb-6">{children}</div>
          {footer !== undefined && (
            <div className="sticky bottom-0 mt-auto flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-5 py-3 max-sm:*:grow sm:px-6 sm:py-4">
              {footer}
            </div>
          )}
        </div>
      </Radix.Content>
    </Radix.Portal>
  );
}
