import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Title } from '#src/components/title.tsx';

interface CommunityFrameProps {
  title: string;
  children: (user: CurrentUser) => ReactNode;
}

/** One of the signed-in user's lists of people, with the tabs that lead to the others. */
export function CommunityFrame({ title, children }: CommunityFrameProps) {
  const user = useUser();
  if (!user) return null;
  const { userType } = user;
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-4">
      <Title>{title}</Title>
      <h1 className="font-bold text-2xl">Community</h1>
      <LinkTabs label="Community">
        {userType !== 'organization' && (
          <>
            <LinkTab to="/community/friends">Friends</LinkTab>
            <LinkTab to="/community/requests/$requestType" params={{ requestType: 'received' }}>
              Requests
            </LinkTab>
          </>
        )}
        <LinkTab to="/community/followers">Followers</LinkTab>
        <LinkTab to="/community/followings">Followings</LinkTab>
        {userType !== 'individual' && <LinkTab to="/community/endorsers">Endorsers</LinkTab>}
      </LinkTabs>
      <section aria-label={title} className="flex flex-col gap-4">
        {children(user)}
      </section>
    </div>
  );
}
