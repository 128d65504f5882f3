import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Returns a function that notes which screen is open, and returns one that says whether it still is. For screens that lead
 * on once something is saved: that can take seconds, and users who went elsewhere meanwhile stay there.
 */
export function useNoteScreen(): () => () => boolean {
  const router = useRouter();
  return useCallback(() => {
    const { pathname } = router.latestLocation;
    return () => router.latestLocation.pathname === pathname;
  }, [router]);
}
