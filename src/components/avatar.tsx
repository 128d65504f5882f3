import { cva, type VariantProps } from 'class-variance-authority';
import { useState } from 'react';
import { avatarColor } from '#src/lib/avatar-color.ts';
import { cn } from '#src/lib/cn.ts';
import { initials } from '#src/lib/initials.ts';

const pixels = { xs: 24, sm: 32, md: 40, lg: 56, xl: 96 } as const;

const avatarVariants = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden font-semibold text-on-avatar',
  {
    variants: {
      size: {
        xs: 'size-6 text-[0.625rem]',
        sm: 'size-8 text-xs',
        md: 'size-10 text-sm',
        lg: 'size-14 text-lg',
        xl: 'size-24 text-3xl',
      },
      shape: { circle: 'rounded-full', square: 'rounded-[28%]' },
    },
    defaultVariants: { size: 'md', shape: 'circle' },
  },
);

interface AvatarProps extends VariantProps<typeof avatarVariants> {
  /** Whose it is: the colour follows from it. */
  id: string;
  name: string;
  /** Address of the picture, in about twice the size shown. */
  src?: string | null | undefined;
  /** Exposes the name to screen readers; only where the name does not stand beside it. */
  labelled?: boolean | undefined;
  className?: string | undefined;
}

/** A picture, or initials on a colour of their own. Round for people, square for organizations. */
export function Avatar({ id, name, src, size, shape, labelled = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const side = pixels[size ?? 'md'];
  const picture = src !== undefined && src !== null && src !== '' && src !== broken ? src : undefined;
  return (
    <span
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      className={cn(avatarVariants({ size, shape }), avatarColor(id), className)}
    >
      {picture === undefined ? (
        // Not as text: it is a picture of a name, and no words of a button around it.
        <span data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
      ) : (
        <img
          src={picture}
          alt=""
          width={side}
          height={side}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full bg-sunken object-cover"
          onError={() => setBroken(picture)}
        />
      )}
    </span>
  );
}
