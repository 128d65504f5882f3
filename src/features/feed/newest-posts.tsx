import { Suspense, useState } from 'react';
import { usePageData } from '#src/app/page-data.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { NoPublicPosts, PublicPosts } from './public-posts.tsx';
import { texts } from './visitor-screen.texts.ts';

const bring = () => import('./fetched-posts.tsx');
const FetchedPosts = lazyPart(async () => (await bring()).FetchedPosts);

/** Whether the visitor has seen more than what came with the page: Back then finds its place. */
let wasContinued = false;

/** The newest public posts: those that came with the page, and further ones once they are wanted. */
export function NewestPosts() {
  const { newest } = usePageData();
  if (!newest) return <Fetched after={null} />;
  if (newest.items.length === 0) return <NoPublicPosts />;
  return (
    <>
      <PublicPosts posts={newest.items} />
      {newest.cursor === null ? (
        <LoadMore
          things={texts.newestPosts.thingsPosts}
          isComplete
          isLoading={false}
          onLoad={() => undefined}
        />
      ) : (
        <Continued after={newest.cursor} />
      )}
    </>
  );
}

/** What asks the server comes with the first question: nobody waits for it to see what is there. */
function Continued({ after }: { after: string }) {
  const [state, setState] = useState<'waiting' | 'loading' | 'failed' | 'there'>(
    wasContinued ? 'there' : 'waiting',
  );
  if (state === 'there') return <Fetched after={after} />;
  async function load() {
    setState('loading');
    try {
      await bring();
      wasContinued = true;
      setState('there');
    } catch {
      setState('failed');
    }
  }
  return (
    <LoadMore
      things={texts.newestPosts.thingsPosts}
      isComplete={false}
      isLoading={state === 'loading'}
      hasFailed={state === 'failed'}
      onLoad={() => void load()}
    />
  );
}

const Fetched = ({ after }: { after: string | null }) => (
  <Suspense
    fallback={<SkeletonList label={texts.newestPosts.loadingPosts} count={3} item={<PostCardSkeleton />} />}
  >
    <FetchedPosts after={after} />
  </Suspense>
);
