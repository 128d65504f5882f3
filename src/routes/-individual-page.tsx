import type { ReactNode } from 'react';
import { FollowSlot, FriendSlot } from '#src/entities/action-slots.tsx';
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
          <FriendSlot userId={id} name={name} friendship={relation?.friendship ?? null} />
          <FollowSlot userId={id} name={name} follows={relation?.follows ?? false} />
        </>
      )}
    >
      {children}
    </ProfileFrame>
  );
}
