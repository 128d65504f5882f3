import { Images } from 'lucide-react';
import { useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { isNewPicture, pictureUrl } from '#src/lib/picture-url.ts';

/** How tall and how flat a picture may stand in a list, as width by height; beyond that it is cropped. */
const proportions = { tallest: 4 / 5, flattest: 2.4 };

/** The widths to choose from, in pixels. */
const widths = [400, 800, 1600] as const;

interface PostPictureProps {
  picture: PostView['images'][number];
  /** How many more pictures the post has. */
  others: number;
}

/** A post's first picture across a card, its room reserved before it comes. A picture that fails leaves none. */
export function PostPicture({ picture, others }: PostPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  const ratio = Math.min(Math.max(picture.width / picture.height, proportions.tallest), proportions.flattest);
  return (
    <div className="relative bg-sunken" style={{ aspectRatio: ratio }}>
      <img
        src={pictureUrl(picture.path, 800)}
        srcSet={
          isNewPicture(picture.path)
            ? undefined
            : widths.map((width) => `${pictureUrl(picture.path, width)} ${width}w`).join(', ')
        }
        sizes="(width >= 42rem) 40rem, 100vw"
        alt={picture.description}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
        onError={() => setIsBroken(true)}
      />
      {others > 0 && (
        <span className="absolute right-3 bottom-3 inline-flex items-center gap-1.5 rounded-full bg-ink/80 px-2.5 py-1 font-semibold text-canvas text-xs">
          <Images aria-hidden className="size-3.5" />
          {`+${others}`}
          <span className="sr-only"> more pictures</span>
        </span>
      )}
    </div>
  );
}
