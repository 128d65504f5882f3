import type { ReactNode } from 'react';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { FriendButton } from '#src/features/friendships/friend-button.tsx';
import { ProfileFrame, type PublicInfo } from '#src/features/profiles/profile-frame.tsx';

interface IndividualPageProps {
  id: string;
  /** What the tab shows. */
  children: (info: PublicInfo) => ReactNode;
}

/** An individual's page, whichever of its tabs is open. */
export function IndividualPage({ id, children }: IndividualPageProps) {
  return (
    <ProfileFrame
      key={id}
      userId={id}
      userType="individual"
      actions={({ name, relation }) => (
        <>
          <FriendButton userId={id} name={name} friendship={relation?.friendship ?? null} />
          <FollowButton userId={id} name={name} follows={relation?.follows ?? false} />
        </>
      )}
    >
      {children}
    </ProfileFrame>
  );
}
