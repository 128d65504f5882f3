import { latePart } from '#src/app/late-part.tsx';

/** The page of a post for signed-in users: visitors do not load it. */
export const LateKeptPost = latePart(async () => (await import('./kept-post.tsx')).KeptPost);
