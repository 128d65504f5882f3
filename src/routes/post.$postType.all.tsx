import { createFileRoute, redirect } from '@tanstack/react-router';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Title } from '#src/components/title.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { texts as impactTexts } from '#src/features/posts/impact.texts.ts';
import { impactTabs, isPostType, readImpactAddress } from '#src/features/posts/impact.ts';
import { PostsOfType } from '#src/features/posts/posts-of-type.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/post/$postType/all')({
  validateSearch: readImpactAddress,
  beforeLoad: ({ params: { postType } }) => {
    if (!isPostType(postType))
      throw redirect({ to: '/post/$postType/all', params: { postType: impactTabs[0] } });
  },
  component: function PostsOfOneType() {
    const { postType } = Route.useParams();
    const address = Route.useSearch();
    if (!isPostType(postType)) return null;
    const { label } = postTypes[postType];
    return (
      <div className="mx-auto flex max-w-reading flex-col gap-4">
        <Title>{label}</Title>
        <h1 className="font-bold text-2xl">{label}</h1>
        <LinkTabs label={texts.impact}>
          {impactTabs.map((tab) => (
            <LinkTab
              key={tab}
              to="/post/$postType/all"
              params={{ postType: tab }}
              search={address.topNeed ? { topNeed: true } : {}}
              activeOptions={{ includeSearch: false }}
            >
              {impactTexts[tab]}
            </LinkTab>
          ))}
        </LinkTabs>
        <PostsOfType key={postType} postType={postType} address={address} />
      </div>
    );
  },
});
