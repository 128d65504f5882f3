import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#src/components/empty-state.tsx';
import { FriendList } from '#src/features/community/people-lists.tsx';
import { IndividualPage } from './-individual-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/individual/$id/friends')({
  component: function Friends() {
    const { id } = Route.useParams();
    return (
      <IndividualPage id={id}>
        {() => <FriendList userId={id} empty={<EmptyState title={texts.noFriends} />} />}
      </IndividualPage>
    );
  },
});
