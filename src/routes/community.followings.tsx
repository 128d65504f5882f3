import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { FollowingsScreen } from '#src/features/follows/followings-screen.tsx';

export const Route = createFileRoute('/community/followings')({
  beforeLoad: requireSignedIn,
  component: FollowingsScreen,
});
