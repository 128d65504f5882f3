import { useState } from 'react';
import { usePageData } from '#src/app/page-data.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { LateFetchedPosts } from './home-parts.ts';
import { NoPublicPosts, PublicPosts } from './public-posts.tsx';
import { texts } from './visitor-screen.texts.ts';

/** Whether the visitor has seen more than what came with the page: Back then finds its place. */
let wasContinued = false;

/** The newest public posts: those that came with the page, and further ones once they are wanted. */
export function NewestPosts() {
  const { newest } = usePageData();
  if (!newest) return <LateFetchedPosts after={null} />;
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
  if (state === 'there') return <LateFetchedPosts after={after} />;
  async function load() {
    setState('loading');
    try {
      await LateFetchedPosts.load();
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
