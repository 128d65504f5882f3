import { createFileRoute } from '@tanstack/react-router';
import { PostList } from '#src/features/posts/post-list.tsx';
import { OrganizationPage } from './-organization-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/organization/$id/feed')({
  component: function OrganizationFeed() {
    const { id } = Route.useParams();
    return (
      <OrganizationPage id={id}>
        {() => (
          <section aria-label={texts.feed} className="flex flex-col gap-4">
            <PostList filters={{ creatorId: id }} emptyHint={texts.noOrganizationPostHint} />
          </section>
        )}
      </OrganizationPage>
    );
  },
});
