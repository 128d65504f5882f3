import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { FollowerList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/community/followers')({
  beforeLoad: requireSignedIn,
  component: () => (
    <CommunityFrame title={texts.followers}>
      {({ _id: userId, userType }) => (
        <>
          <BulkMessageButton label={texts.messageToAllFollowers} to={{ connection: 'followers' }} />
          <FollowerList
            userId={userId}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title={texts.noFollower}
                hint={
                  userType === 'organization'
                    ? texts.noFollowerOfOrganizationHint
                    : texts.noFollowerOfIndividualHint
                }
                action={
                  userType === 'organization' ? (
                    <ButtonLink to="/post/$orgId/create" params={{ orgId: userId }} search={{}}>
                      {texts.createPost}
                    </ButtonLink>
                  ) : (
                    <ButtonLink to="/">{texts.goToTheFeed}</ButtonLink>
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
