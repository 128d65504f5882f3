import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#src/components/empty-state.tsx';
import { FollowerList } from '#src/features/community/people-lists.tsx';
import { OrganizationPage } from './-organization-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/organization/$id/followers')({
  component: function Followers() {
    const { id } = Route.useParams();
    return (
      <OrganizationPage id={id}>
        {() => <FollowerList userId={id} empty={<EmptyState title={texts.noFollower} />} />}
      </OrganizationPage>
    );
  },
});
