import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { FollowersScreen } from '#src/features/follows/followers-screen.tsx';

export const Route = createFileRoute('/community/followers')({
  beforeLoad: requireSignedIn,
  component: FollowersScreen,
});
