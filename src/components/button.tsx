import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, MouseEvent, PointerEvent } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Spinner } from './spinner.tsx';

export const buttonVariants = cva(
  [
    'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-semibold no-underline',
    'transition-[background-color,border-color,color,scale] active:scale-[0.985] motion-reduce:active:scale-100',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default',
    '[&_svg]:pointer-events-none [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-brand text-on-brand hover:bg-brand-hover',
        secondary:
          'border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken',
        soft: 'bg-brand-soft text-brand-ink hover:bg-brand-soft/70',
        quiet: 'text-brand-ink hover:bg-brand-soft',
        danger: 'bg-danger text-on-danger hover:bg-danger-hover',
        'danger-quiet': 'text-danger-ink hover:bg-danger-soft',
      },
      size: {
        sm: 'h-control-sm px-3 text-sm [&_svg]:size-4',
        md: 'h-control px-4 text-sm [&_svg]:size-4.5',
        lg: 'h-12 px-6 text-base [&_svg]:size-5',
      },
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Shows a spinner in place of the words, keeps width and focus, and ignores presses. */
  loading?: boolean | undefined;
}

function ignore(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** How far a mouse may move while its button is held, in CSS pixels, before the press is given up. */
const pressSlop = 10;

/**
 * Keeps a press of the mouse with the button that it began on. Leaving a field shows its error, which can move the
 * button away before the mouse is released: the browser would then dispatch the click to what is under the pointer.
 * A mouse that is moved away still cancels the press. Touch does this by itself.
 */
function holdPress({ nativeEvent: pressed, currentTarget: button }: PointerEvent<HTMLButtonElement>) {
  if (pressed.pointerType !== 'mouse' || pressed.button !== 0) return;
  button.setPointerCapture(pressed.pointerId);
  const cancelIfMoved = (moved: globalThis.PointerEvent) => {
    if (Math.hypot(moved.clientX - pressed.clientX, moved.clientY - pressed.clientY) > pressSlop)
      button.releasePointerCapture(moved.pointerId);
  };
  button.addEventListener('pointermove', cancelIfMoved);
  button.addEventListener(
    'lostpointercapture',
    () => button.removeEventListener('pointermove', cancelIfMoved),
    { once: true },
  );
}

/** The button for everything that does something. Icons from lucide go beside the words as children. */
export function Button({
  variant,
  size,
  block,
  loading = false,
  className,
  children,
  onClick,
  onPointerDown = holdPress,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={cn(buttonVariants({ variant, size, block }), className)}
      aria-busy={loading || props['aria-busy']}
      aria-disabled={loading || props['aria-disabled']}
      onClick={loading ? ignore : onClick}
      onPointerDown={onPointerDown}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  );
}

export const iconButtonVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center transition-colors disabled:pointer-events-none disabled:opacity-50 [&_svg]:pointer-events-none',
  {
    variants: {
      variant: {
        quiet:
          'text-muted hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken data-[state=open]:text-ink',
        secondary:
          'border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken',
        primary: 'bg-brand text-on-brand hover:bg-brand-hover',
        'danger-quiet': 'text-muted hover:bg-danger-soft hover:text-danger-ink',
      },
      size: { sm: 'size-control-sm [&_svg]:size-4.5', md: 'size-control [&_svg]:size-5' },
      shape: { circle: 'rounded-full', square: 'rounded-md' },
    },
    defaultVariants: { variant: 'quiet', size: 'md', shape: 'circle' },
  },
);

interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'aria-label'>,
    VariantProps<typeof iconButtonVariants> {
  /** What it does, for those who do not see the icon. */
  label: string;
}

/** A button with an icon alone. A dot or count may be laid over it as a further child. */
export function IconButton({
  label,
  variant,
  size,
  shape,
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-label={label}
      className={cn(iconButtonVariants({ variant, size, shape }), className)}
    />
  );
}
