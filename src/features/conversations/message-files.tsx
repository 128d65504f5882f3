import { useMutation } from '@tanstack/react-query';
import { Download, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { toast } from '#src/components/toast.ts';
import { saveFile } from '#src/lib/save-file.ts';
import type { ShownFile } from '#src/local/collections/shown-messages.ts';
import { sizeOf } from './attach-files.ts';
import { BlobPicture } from './blob-picture.tsx';
import { fetchAttachment } from './fetch-attachment.ts';
import { texts } from './texts.ts';
import { keepShownPicture, useKeptPicture } from './use-kept-picture.ts';
import { useRetriedPicture } from './use-retried-picture.ts';

const PictureViewer = lazyDialog(async () => (await import('./picture-viewer.tsx')).PictureViewer);

/** The largest that a picture is shown in a conversation, in pixels. */
const most = { width: 288, height: 320 };

/** The place of a picture whose size is not known. */
const unknownSize = { width: 240, height: 180 };

/** Returns in which size a picture is shown, so that its place is kept until it is there. */
export function shownSize({ width, height }: Pick<ShownFile, 'width' | 'height'>): {
  width: number;
  height: number;
} {
  if (!width || !height) return unknownSize;
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
}

/** The pictures of a message; each opens the viewer. */
export function MessageImages({ images, from }: { images: readonly ShownFile[]; from: string }) {
  const [opened, setOpened] = useState<number>();
  if (images.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5 py-1">
      {images.map((image, index) => (
        <button
          key={image.path ?? index}
          type="button"
          aria-haspopup="dialog"
          className="block max-w-full cursor-pointer overflow-hidden rounded-md bg-line"
          onClick={() => setOpened(index)}
        >
          <Picture image={image} alt={altOf(images, index, from)} />
        </button>
      ))}
      {opened !== undefined && (
        <PictureViewer
          images={images}
          from={from}
          index={opened}
          onIndexChange={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

/** "Picture 2 of 3 from Noor". */
export const altOf = (images: readonly ShownFile[], index: number, from: string): string =>
  images.length === 1
    ? texts.messageFiles.pictureFrom(from)
    : texts.messageFiles.pictureOf(index + 1, images.length, from);

function Picture({ image, alt }: { image: ShownFile; alt: string }) {
  const { attempt, isBroken, onError } = useRetriedPicture();
  const kept = useKeptPicture(image.path);
  const size = shownSize(image);
  const look = 'block h-auto max-w-full object-cover';
  const blob = image.blob ?? kept;
  if (blob) return <BlobPicture blob={blob} alt={alt} {...size} className={look} />;
  // Its place, until the device has looked.
  if (kept === undefined) return <span className="block max-w-full" style={size} />;
  if (image.path === undefined || isBroken)
    return (
      <span
        role="img"
        aria-label={texts.messageFiles.notHere(alt)}
        className="flex max-w-full items-center justify-center text-muted"
        style={size}
      >
        <ImageOff aria-hidden />
      </span>
    );
  return (
    <img
      key={attempt}
      src={`${image.path}?width=400`}
      srcSet={`${image.path}?width=400 1x, ${image.path}?width=800 2x`}
      alt={alt}
      {...size}
      decoding="async"
      className={look}
      onLoad={({ currentTarget }) =>
        void keepShownPicture(image, currentTarget.currentSrc).catch(() => undefined)
      }
      onError={onError}
    />
  );
}

/** The other files of a message, to be downloaded. */
export function MessageAttachments({ attachments }: { attachments: readonly ShownFile[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 py-1">
      {attachments.map((file, index) => (
        <li key={file.path ?? index} className="max-w-full">
          <Attachment file={file} />
        </li>
      ))}
    </ul>
  );
}

/** One file, which a press downloads. */
function Attachment({ file: { path, blob, fileName, bytes } }: { file: ShownFile }) {
  const [received, setReceived] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      const content = blob ?? (path && (await fetchAttachment(path, setReceived)));
      if (content) saveFile(fileName, content);
    },
    onError: (error) => toast.failed(failureOf(error).message, { title: texts.messageFiles.failed }),
    onSettled: () => setReceived(0),
  });
  return (
    <Button
      variant="secondary"
      className="h-14 w-64 max-w-full gap-3 px-3 font-normal"
      aria-busy={download.isPending || undefined}
      aria-disabled={download.isPending || undefined}
      onClick={() => download.isPending || download.mutate()}
    >
      <FileText aria-hidden className="text-brand-ink" />
      <span className="flex min-w-0 flex-1 flex-col text-left">
        <span className="truncate font-semibold">
          <span className="sr-only">{texts.messageFiles.download} </span>
          <bdi>{fileName}</bdi>
        </span>
        <span className="text-muted text-xs">
          {received > 0 ? texts.messageFiles.received(sizeOf(received), sizeOf(bytes)) : sizeOf(bytes)}
        </span>
      </span>
      {download.isPending ? <Spinner /> : <Download aria-hidden className="text-muted" />}
    </Button>
  );
}
