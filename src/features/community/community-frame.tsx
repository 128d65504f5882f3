import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Title } from '#src/components/title.tsx';
import { texts } from './texts.ts';

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
      <h1 className="font-bold text-2xl">{texts.communityFrame.community}</h1>
      <LinkTabs label={texts.communityFrame.community}>
        {userType !== 'organization' && (
          <>
            <LinkTab to="/community/friends">{texts.communityFrame.friends}</LinkTab>
            <LinkTab to="/community/requests/$requestType" params={{ requestType: 'received' }}>
              {texts.communityFrame.requests}
            </LinkTab>
          </>
        )}
        <LinkTab to="/community/followers">{texts.communityFrame.followers}</LinkTab>
        <LinkTab to="/community/followings">{texts.communityFrame.followings}</LinkTab>
        {userType !== 'individual' && (
          <LinkTab to="/community/endorsers">{texts.communityFrame.endorsers}</LinkTab>
        )}
      </LinkTabs>
      <section aria-label={title} className="flex flex-col gap-4">
        {children(user)}
      </section>
    </div>
  );
}
