import type { ReactNode } from 'react';
import { EndorseButton } from '#src/features/endorsements/endorse-button.tsx';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { ProfileFrame, type PublicInfo } from '#src/features/profiles/profile-frame.tsx';

interface OrganizationPageProps {
  id: string;
  /** What the tab shows. */
  children: (info: PublicInfo) => ReactNode;
}

/** An organization's page, whichever of its tabs is open. */
export function OrganizationPage({ id, children }: OrganizationPageProps) {
  return (
    <ProfileFrame
      key={id}
      userId={id}
      userType="organization"
      actions={({ name, relation }) => (
        <>
          <FollowButton userId={id} name={name} follows={relation?.follows ?? false} />
          <EndorseButton userId={id} name={name} endorses={relation?.endorses ?? false} />
        </>
      )}
    >
      {children}
    </ProfileFrame>
  );
}
