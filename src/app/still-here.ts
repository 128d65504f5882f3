import { useRouter } from '@tanstack/react-router';

/**
 * Returns a function that notes which screen is open, and returns one that says whether it still is. For screens that lead
 * on once something is saved: that can take seconds, and whoever went elsewhere meanwhile stays there.
 */
export function useNoteScreen(): () => () => boolean {
  const router = useRouter();
  return () => {
    const { pathname } = router.latestLocation;
    return () => router.latestLocation.pathname === pathname;
  };
}
