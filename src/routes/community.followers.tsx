import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { FollowerList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';

export const Route = createFileRoute('/community/followers')({
  beforeLoad: requireSignedIn,
  component: () => (
    <CommunityFrame title="Followers">
      {({ _id: userId, userType }) => (
        <>
          <BulkMessageButton label="Message to all followers" to={{ connection: 'followers' }} />
          <FollowerList
            userId={userId}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title="No Follower Found"
                hint={
                  userType === 'organization'
                    ? 'Publish posts to help people find you.'
                    : 'Take part in what organizations do, and people will find you.'
                }
                action={
                  userType === 'organization' ? (
                    <ButtonLink to="/post/$orgId/create" params={{ orgId: userId }} search={{}}>
                      Create Post
                    </ButtonLink>
                  ) : (
                    <ButtonLink to="/">Go to the feed</ButtonLink>
                  )
                }
              />
            }
          />
        </>
      )}
    </CommunityFrame>
  ),
});
