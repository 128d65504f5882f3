import { latePart } from '#src/app/late-part.tsx';

/** The page of a post for signed-in users: visitors do not load it. */
export const LateKeptPost = latePart(async () => (await import('./kept-post.tsx')).KeptPost);

/** The same for visitors who did not get it with the page: those who did do not load it. */
export const LateFetchedPost = latePart(async () => (await import('./fetched-post.tsx')).FetchedPost);
