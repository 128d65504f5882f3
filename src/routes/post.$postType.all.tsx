import { createFileRoute, redirect } from '@tanstack/react-router';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { postTypes } from '#src/components/post-type.ts';
import { Title } from '#src/components/title.tsx';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { impactTabs, isPostType, readTopNeed } from '#src/features/posts/impact.ts';
import { PostsOfType } from '#src/features/posts/posts-of-type.tsx';
import { passOn } from './-pass-on.tsx';

export const Route = createFileRoute('/post/$postType/all')({
  validateSearch: readTopNeed,
  beforeLoad: ({ params: { postType } }) => {
    if (!isPostType(postType))
      throw redirect({ to: '/post/$postType/all', params: { postType: impactTabs[0].type } });
  },
  component: function PostsOfOneType() {
    const { postType } = Route.useParams();
    const { topNeed = false } = Route.useSearch();
    if (!isPostType(postType)) return null;
    const { label } = postTypes[postType];
    return (
      <div className="mx-auto flex max-w-reading flex-col gap-4">
        <Title>{label}</Title>
        <h1 className="font-bold text-2xl">{label}</h1>
        <LinkTabs label="Impact">
          {impactTabs.map((tab) => (
            <LinkTab
              key={tab.type}
              to="/post/$postType/all"
              params={{ postType: tab.type }}
              search={topNeed ? { topNeed } : {}}
              activeOptions={{ includeSearch: false }}
            >
              {tab.label}
            </LinkTab>
          ))}
        </LinkTabs>
        <PostsOfType
          postType={postType}
          topNeed={topNeed}
          passOn={passOn}
          followButton={({ _id, name, follows }) => (
            <FollowButton userId={_id} name={name} follows={follows} />
          )}
        />
      </div>
    );
  },
});
