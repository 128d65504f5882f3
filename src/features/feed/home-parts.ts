import { latePart } from '#src/app/late-part.tsx';

/** What visitors see at home. Who is signed in has no use for its code. */
export const LateVisitorScreen = latePart(async () => (await import('./visitor-screen.tsx')).VisitorScreen);

/** What signed-in users do, with the same in reverse. */
export const LateFeedScreen = latePart(async () => (await import('./feed-screen.tsx')).FeedScreen);
