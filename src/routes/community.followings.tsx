import { createFileRoute } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { FollowingList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';

export const Route = createFileRoute('/community/followings')({
  beforeLoad: requireSignedIn,
  component: () => (
    <CommunityFrame title="Followings">
      {({ _id: userId }) => (
        <>
          <BulkMessageButton label="Message to everyone you follow" to={{ connection: 'followings' }} />
          <FollowingList
            userId={userId}
            isOwn
            empty={
              <EmptyState
                icon={<Compass />}
                title="No Following Found"
                hint="Follow organizations you care about to see their posts in your feed."
                action={<ButtonLink to="/">Find organizations</ButtonLink>}
              />
            }
          />
        </>
      )}
    </CommunityFrame>
  ),
});
