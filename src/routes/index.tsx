import { createFileRoute } from '@tanstack/react-router';
import { lastPart } from '#src/app/late-part.tsx';
import { cameWithPosts } from '#src/app/page-data.tsx';
import { session, useUser } from '#src/app/session.ts';
import { LateFeedScreen, LateFetchedPosts, LateVisitorScreen } from '#src/features/feed/home-parts.ts';

export const Route = createFileRoute('/')({
  validateSearch: ({ nearby }): { nearby?: string } => (typeof nearby === 'string' ? { nearby } : {}),
  loader: async () => {
    if (session.userId() === undefined) {
      // Together: a part that the screen has to wait for is shown by React 300 ms later. Where the code of the posts
      // cannot be had, the rest can be read, and their place offers another try.
      await Promise.all([
        LateVisitorScreen.load(),
        cameWithPosts() || LateFetchedPosts.load().catch(() => undefined),
      ]);
      return { feed: undefined };
    }
    const [{ loadFeed }] = await Promise.all([
      import('#src/features/feed/feed-loader.ts'),
      LateFeedScreen.load(),
    ]);
    return { feed: await loadFeed() };
  },
  // The device is read afresh each time: what stood here before is too short for Back to find its place.
  gcTime: 0,
  component: Home,
});

// Few still need it.
const Checklist = lastPart(async () => (await import('#src/features/profiles/checklist.tsx')).Checklist);

function Home() {
  const user = useUser();
  const { feed } = Route.useLoaderData();
  const { nearby } = Route.useSearch();
  return user ? (
    <LateFeedScreen key={user._id} initial={feed} checklist={<Checklist />} nearby={nearby} />
  ) : (
    <LateVisitorScreen />
  );
}
