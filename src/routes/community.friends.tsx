import { createFileRoute } from '@tanstack/react-router';
import { HeartHandshake } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { FriendList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/community/friends')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role={['individual', 'admin']}>
      <CommunityFrame title={texts.friends}>
        {({ _id: userId }) => (
          <>
            <BulkMessageButton label={texts.messageToAllFriends} to={{ connection: 'friends' }} />
            <FriendList
              userId={userId}
              empty={
                <EmptyState
                  icon={<HeartHandshake />}
                  title={texts.noFriends}
                  hint={texts.noFriendsHint}
                  action={
                    <>
                      <Button onClick={findPeople}>{texts.findPeople}</Button>
                      <ButtonLink
                        to="/community/requests/$requestType"
                        params={{ requestType: 'received' }}
                        variant="secondary"
                      >
                        {texts.seeRequests}
                      </ButtonLink>
                    </>
                  }
                />
              }
            />
          </>
        )}
      </CommunityFrame>
    </ForRole>
  ),
});

/** People are found by name, in the header. */
const findPeople = () => document.querySelector<HTMLElement>('header input')?.focus();
