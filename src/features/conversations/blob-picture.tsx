import { type ComponentProps, useCallback } from 'react';

interface BlobPictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  /** Its content on this device. */
  blob: Blob;
  alt: string;
}

/** A picture that is on this device; its address is given back when it is no longer shown. */
export function BlobPicture({ blob, alt, ...props }: BlobPictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img {...props} ref={show} alt={alt} />;
}
