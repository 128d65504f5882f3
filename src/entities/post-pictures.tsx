import { useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { cn } from '#src/lib/cn.ts';
import { isNewPicture, pictureUrl } from '#src/lib/picture-url.ts';
import { texts as pictureTexts } from './post-pictures.texts.ts';
import * as texts from './texts.ts';

/** How tall and how flat a picture may stand in a list, as width by height; beyond that it is cropped. */
const proportions = { tallest: 4 / 5, flattest: 2.4 };

/** The widths to choose from, in pixels. */
const widths = [400, 800, 1600] as const;

/** How many pictures a grid has room for. */
const shown = 4;

type Picture = PostView['images'][number];

const load = async () => (await import('#src/components/lightbox.tsx')).Lightbox;
const Lightbox = lazyDialog(load);
const fetchAhead = () => void load().catch(() => undefined);

/**
 * The pictures of a post: one across the card, several as a grid, their room reserved before they come. Each opens
 * all of them over the whole screen. One that fails leaves no gap.
 */
export function PostPictures({ pictures }: { pictures: readonly Picture[] }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<number>();
  const whole = pictures.filter(({ path }) => !broken.includes(path));
  const [first] = whole;
  if (!first) return null;
  const tiles = whole.slice(0, shown);
  const ratio = Math.min(Math.max(first.width / first.height, proportions.tallest), proportions.flattest);
  return (
    <>
      <div
        className={cn('grid gap-0.5', tiles.length > 1 && 'aspect-3/2 grid-cols-2')}
        style={tiles.length === 1 ? { aspectRatio: ratio } : undefined}
      >
        {tiles.map((picture, index) => (
          <button
            key={picture.path}
            type="button"
            aria-haspopup="dialog"
            className={cn(
              'relative min-h-0 min-w-0 cursor-pointer overflow-hidden bg-sunken focus-visible:-outline-offset-4',
              tiles.length === 3 && index === 0 && 'row-span-2',
            )}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => setOpened(index)}
          >
            <img
              src={pictureUrl(picture.path, 800)}
              srcSet={srcSetOf(picture)}
              sizes={tiles.length === 1 ? '(width >= 42rem) 40rem, 100vw' : '(width >= 42rem) 20rem, 50vw'}
              alt={picture.description || pictureTexts.pictureOf(index + 1, whole.length)}
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-cover"
              onError={() => setBroken((before) => [...before, picture.path])}
            />
            {index === shown - 1 && whole.length > shown && (
              <span className="absolute inset-0 flex items-center justify-center bg-ink/70 font-semibold text-2xl text-canvas">
                {`+${whole.length - shown}`}
                <span className="sr-only">{texts.morePictures}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {opened !== undefined && (
        <Lightbox
          index={opened}
          pictures={whole.map((picture) => ({
            src: pictureUrl(picture.path, 1600) ?? '',
            width: picture.width,
            height: picture.height,
            description: picture.description,
          }))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const srcSetOf = ({ path }: Picture) =>
  isNewPicture(path) ? undefined : widths.map((width) => `${pictureUrl(path, width)} ${width}w`).join(', ');
