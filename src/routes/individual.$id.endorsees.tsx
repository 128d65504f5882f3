import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#src/components/empty-state.tsx';
import { EndorseeList } from '#src/features/community/people-lists.tsx';
import { IndividualPage } from './-individual-page.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/individual/$id/endorsees')({
  component: function Endorsees() {
    const { id } = Route.useParams();
    return (
      <IndividualPage id={id}>
        {() => <EndorseeList userId={id} empty={<EmptyState title={texts.noEndorsee} />} />}
      </IndividualPage>
    );
  },
});
