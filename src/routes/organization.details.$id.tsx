import { createFileRoute } from '@tanstack/react-router';
import { AreaMap } from '#src/features/map-areas/area-map.tsx';
import { MembersTable } from '#src/features/memberships/memberships-table.tsx';
import { PostList } from '#src/features/posts/post-list.tsx';
import { OrganizationAbout } from '#src/features/profiles/organization-about.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { OrganizationPage } from './-organization-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/organization/details/$id')({
  component: function About() {
    const { id } = Route.useParams();
    return (
      <OrganizationPage id={id}>
        {(info) => (
          <>
            <OrganizationAbout
              info={info}
              map={<AreaMap organizationId={id} name={wholeName(info.name, 'organization')} />}
            />
            <MembersTable organizationId={id} />
            <section aria-labelledby="posts" className="flex flex-col gap-4">
              <h2 id="posts" className="font-bold text-xl">
                {texts.posts}
              </h2>
              <PostList filters={{ creatorId: id }} />
            </section>
          </>
        )}
      </OrganizationPage>
    );
  },
});
