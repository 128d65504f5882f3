import { latePart } from '#src/app/late-part.tsx';

/** What visitors see at home. Who is signed in has no use for its code. */
export const LateVisitorScreen = latePart(async () => (await import('./visitor-screen.tsx')).VisitorScreen);

/** The newest posts, asked for by the device: those of a page that came without any, and further ones. */
export const LateFetchedPosts = latePart(async () => (await import('./fetched-posts.tsx')).FetchedPosts);

/** What signed-in users do, with the same in reverse. */
export const LateFeedScreen = latePart(async () => (await import('./feed-screen.tsx')).FeedScreen);
