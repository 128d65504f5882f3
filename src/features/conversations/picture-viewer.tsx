import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#src/components/button.tsx';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import type { ShownFile } from '#src/local/collections/shown-messages.ts';
import { BlobPicture } from './blob-picture.tsx';
import { altOf } from './message-files.tsx';
import { texts } from './texts.ts';
import { useKeptPicture } from './use-kept-picture.ts';
import { useRetriedPicture } from './use-retried-picture.ts';

interface PictureViewerProps {
  images: readonly ShownFile[];
  /** Who sent them. */
  from: string;
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}

/** The pictures of a message in full, one after the other; arrow keys lead on. */
export function PictureViewer({ images, from, index, onIndexChange, onClose }: PictureViewerProps) {
  const image = images[index];
  if (!image) return null;
  const go = (step: number) => {
    const next = index + step;
    if (next >= 0 && next < images.length) onIndexChange(next);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="lg"
        title={altOf(images, index, from)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') go(-1);
          if (key === 'ArrowRight') go(1);
        }}
        footer={
          images.length > 1 ? (
            <div className="flex w-full items-center justify-center gap-2">
              <IconButton
                label={texts.pictureViewer.previousPicture}
                disabled={index === 0}
                onClick={() => go(-1)}
              >
                <ChevronLeft aria-hidden />
              </IconButton>
              <IconButton
                label={texts.pictureViewer.nextPicture}
                disabled={index === images.length - 1}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden />
              </IconButton>
            </div>
          ) : undefined
        }
      >
        <Picture key={image.path} image={image} alt={altOf(images, index, from)} />
      </DialogContent>
    </Dialog>
  );
}

/** One picture in full; where it cannot be loaded, as it is kept on this device. */
function Picture({ image, alt }: { image: ShownFile; alt: string }) {
  const { attempt, isBroken, onError } = useRetriedPicture();
  const kept = useKeptPicture(image.path);
  const look = 'mx-auto block max-h-[65dvh] w-auto max-w-full rounded-md bg-sunken object-contain';
  const blob = image.blob ?? (isBroken || attempt > 0 ? kept : undefined);
  if (blob) return <BlobPicture blob={blob} alt={alt} className={look} />;
  return (
    <img
      key={attempt}
      src={`${image.path}?width=1600`}
      alt={alt}
      width={image.width}
      height={image.height}
      className={`h-auto ${look}`}
      onError={onError}
    />
  );
}
