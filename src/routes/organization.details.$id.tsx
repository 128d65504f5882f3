import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '#src/app/session.ts';
import { AreaMap } from '#src/features/map-areas/area-map.tsx';
import { MembershipsTable } from '#src/features/memberships/memberships-table.tsx';
import { PostList } from '#src/features/posts/post-list.tsx';
import { OrganizationAbout } from '#src/features/profiles/organization-about.tsx';
import { OrganizationPage } from './-organization-page.tsx';

export const Route = createFileRoute('/organization/details/$id')({
  component: function About() {
    const { id } = Route.useParams();
    const user = useUser();
    return (
      <OrganizationPage id={id}>
        {(info) => (
          <>
            <OrganizationAbout info={info} map={<AreaMap organizationId={id} name={info.name} />} />
            {user && <MembershipsTable whose={{ _id: id, userType: 'organization' }} />}
            <section aria-labelledby="posts" className="flex flex-col gap-4">
              <h2 id="posts" className="font-bold text-xl">
                Posts
              </h2>
              <PostList filters={{ creatorId: id }} />
            </section>
          </>
        )}
      </OrganizationPage>
    );
  },
});
