import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '#src/app/session.ts';
import { MembershipsTable } from '#src/features/memberships/memberships-table.tsx';
import { IndividualAbout } from '#src/features/profiles/individual-about.tsx';
import { IndividualPage } from './-individual-page.tsx';

export const Route = createFileRoute('/individual/details/$id')({
  component: function About() {
    const { id } = Route.useParams();
    const user = useUser();
    return (
      <IndividualPage id={id}>
        {(info) => (
          <>
            <IndividualAbout info={info} />
            {user && <MembershipsTable individualId={id} />}
          </>
        )}
      </IndividualPage>
    );
  },
});
