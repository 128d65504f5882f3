import { createFileRoute, redirect } from '@tanstack/react-router';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { texts as impactTexts } from '#src/features/posts/impact.texts.ts';
import { impactTabs, isPostType, readImpactAddress } from '#src/features/posts/impact.ts';
import { PostsOfType } from '#src/features/posts/posts-of-type.tsx';
import { OrganizationPage } from './-organization-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/organization/$id/$type/all')({
  validateSearch: readImpactAddress,
  beforeLoad: ({ params: { id, type } }) => {
    if (!isPostType(type))
      throw redirect({ to: '/organization/$id/$type/all', params: { id, type: impactTabs[0] } });
  },
  component: function Impact() {
    const { id, type } = Route.useParams();
    const address = Route.useSearch();
    return (
      <OrganizationPage id={id}>
        {() => (
          <section aria-label={texts.impact} className="flex flex-col gap-4">
            <LinkTabs label={texts.impact}>
              {impactTabs.map((tab) => (
                <LinkTab
                  key={tab}
                  to="/organization/$id/$type/all"
                  params={{ id, type: tab }}
                  search={address.topNeed ? { topNeed: true } : {}}
                  activeOptions={{ includeSearch: false }}
                >
                  {impactTexts[tab]}
                </LinkTab>
              ))}
            </LinkTabs>
            {isPostType(type) && <PostsOfType key={type} postType={type} creatorId={id} address={address} />}
          </section>
        )}
      </OrganizationPage>
    );
  },
});
