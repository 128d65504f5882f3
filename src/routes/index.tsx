import { createFileRoute } from '@tanstack/react-router';
import { session, useUser } from '#src/app/session.ts';
import { loadFeed } from '#src/features/feed/feed-loader.ts';
import { FeedScreen } from '#src/features/feed/feed-screen.tsx';
import { LazyVisitorScreen, loadVisitorScreen } from '#src/features/feed/lazy-visitor-screen.ts';

export const Route = createFileRoute('/')({
  loader: async () => {
    if (session.get().status === 'signed-out') await loadVisitorScreen();
    return { feed: await loadFeed() };
  },
  // The device is read afresh each time: what stood here before is too short for Back to find its place.
  gcTime: 0,
  component: Home,
});

function Home() {
  const user = useUser();
  const { feed } = Route.useLoaderData();
  return user ? <FeedScreen key={user._id} initial={feed} /> : <LazyVisitorScreen />;
}
