import { createFileRoute } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { FollowingList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/community/followings')({
  beforeLoad: requireSignedIn,
  component: () => (
    <CommunityFrame title={texts.followings}>
      {({ _id: userId }) => (
        <>
          <BulkMessageButton label={texts.messageToAllFollowed} to={{ connection: 'followings' }} />
          <FollowingList
            userId={userId}
            isOwn
            empty={
              <EmptyState
                icon={<Compass />}
                title={texts.noFollowing}
                hint={texts.noFollowingHint}
                action={<ButtonLink to="/">{texts.findOrganizations}</ButtonLink>}
              />
            }
          />
        </>
      )}
    </CommunityFrame>
  ),
});
