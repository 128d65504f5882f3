import { createLink } from '@tanstack/react-router';
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';
import { buttonVariants, iconButtonVariants } from './button.tsx';

const linkVariants = cva('rounded-sm transition-colors', {
  variants: {
    variant: {
      /** Within running text: brand colour, always underlined. */
      inline:
        'text-brand-ink underline decoration-brand-ink/40 decoration-1 underline-offset-3 hover:decoration-2 hover:decoration-brand-ink',
      /** A name or a title that leads somewhere: underlined on hover. */
      quiet: 'text-ink no-underline hover:underline hover:underline-offset-3',
      /** An action that happens to be a link, as "See all". */
      action:
        'relative font-semibold text-brand-ink text-sm after:absolute after:-inset-3 md:after:inset-0 no-underline hover:underline hover:underline-offset-3',
      /** No look of its own, for links around cards and rows. */
      bare: 'text-inherit no-underline',
    },
  },
  defaultVariants: { variant: 'inline' },
});

function Anchor({ variant, className, ...props }: ComponentProps<'a'> & VariantProps<typeof linkVariants>) {
  return <a {...props} className={cn(linkVariants({ variant }), className)} />;
}

function ButtonAnchor({
  variant,
  size,
  block,
  className,
  ...props
}: ComponentProps<'a'> & VariantProps<typeof buttonVariants>) {
  return <a {...props} className={cn(buttonVariants({ variant, size, block }), className)} />;
}

function IconAnchor({
  label,
  variant,
  size,
  shape,
  className,
  ...props
}: ComponentProps<'a'> & VariantProps<typeof iconButtonVariants> & { label: string }) {
  return (
    <a
      {...props}
      aria-label={label}
      className={cn(iconButtonVariants({ variant, size, shape }), className)}
    />
  );
}

/** A link to a screen: the router's props, and how it looks. */
export const Link = createLink(Anchor);

/** A link to a screen that looks like a button: the router's props and those of Button. */
export const ButtonLink = createLink(ButtonAnchor);

/** A link to a screen that is an icon alone: the router's props and those of IconButton. */
export const IconLink = createLink(IconAnchor);

/** A link that another program opens: `mailto:` or `tel:` with an address that a user gave. */
export function ContactLink({
  href,
  ...props
}: ComponentProps<'a'> & { href: `mailto:${string}` | `tel:${string}` }) {
  return <Anchor {...props} href={href} />;
}

/** A link out of the product, to an address that a user gave: opens a new tab, vouches for nothing. */
export function ExternalLink({
  variant,
  className,
  ...props
}: ComponentProps<'a'> & VariantProps<typeof linkVariants>) {
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener noreferrer ugc"
      className={cn(linkVariants({ variant }), className)}
    />
  );
}
