import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#src/components/empty-state.tsx';
import { FollowingList } from '#src/features/community/people-lists.tsx';
import { IndividualPage } from './-individual-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/individual/$id/followings')({
  component: function Followings() {
    const { id } = Route.useParams();
    return (
      <IndividualPage id={id}>
        {() => <FollowingList userId={id} empty={<EmptyState title={texts.noFollowing} />} />}
      </IndividualPage>
    );
  },
});
