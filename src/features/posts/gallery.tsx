import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type RouterOutputs } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Link } from '#src/components/link.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { MorePages } from '#src/components/paged-list.tsx';
import { PictureTile } from '#src/components/picture-tile.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { PostPictures } from '#src/entities/post-pictures.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { texts } from './post-list.texts.ts';

type Picture = RouterOutputs['posts']['gallery']['items'][number];

/** The pictures of an organization's posts, each opening larger with what it is of. */
export function Gallery({ organizationId }: { organizationId: string }) {
  const [opened, setOpened] = useState<Picture>();
  const pictures = useInfiniteQuery({
    queryKey: ['posts', 'gallery', organizationId],
    queryFn: ({ pageParam: cursor }) => api.posts.gallery.query({ id: organizationId, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });
  const items = pictures.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <ListStates
        query={pictures}
        isLoaded={items !== undefined}
        problem={failureOf(pictures.error).message}
        skeleton={
          <div role="status" aria-label={texts.gallery.loadingPictures} className={grid}>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className="aspect-square rounded-lg" />
            ))}
          </div>
        }
      >
        {items?.length ? (
          <>
            <ul className={grid}>
              {items.map((picture) => (
                <li key={`${picture.postId} ${picture.path}`}>
                  <PictureTile
                    src={pictureUrl(picture.path, 400)}
                    alt={picture.description || picture.title}
                    onOpen={() => setOpened(picture)}
                  />
                </li>
              ))}
            </ul>
            <MorePages things={texts.gallery.thingsPictures} query={pictures} />
          </>
        ) : (
          <EmptyState title={texts.gallery.noImage} hint={texts.gallery.noImageHint} />
        )}
      </ListStates>
      {opened && <PictureDialog picture={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3';

function PictureDialog({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="lg"
        title={
          <Link
            variant="quiet"
            to="/post/$postType/details/$postId"
            params={{ postType: picture.postType, postId: picture.postId }}
            className="wrap-anywhere"
          >
            {picture.title}
          </Link>
        }
      >
        <div className="flex flex-col gap-3">
          <PostPictures pictures={[picture]} />
          <RelativeTime time={picture.createdAt} className="text-muted text-sm" />
          {picture.description !== '' && <p className="text-pretty wrap-anywhere">{picture.description}</p>}
        </div>
      </DialogContent>
    </Dialog>
  );
}
