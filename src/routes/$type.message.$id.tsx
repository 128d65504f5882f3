import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { MessagePanel } from '#src/features/conversations/message-panel.tsx';
import { NoUserFound } from '#src/features/profiles/no-user-found.tsx';
import { IndividualPage } from './-individual-page.tsx';
import { OrganizationPage } from './-organization-page.tsx';

export const Route = createFileRoute('/$type/message/$id')({
  beforeLoad: requireSignedIn,
  component: function Message() {
    const { type, id } = Route.useParams();
    if (type === 'individual')
      return (
        <IndividualPage id={id}>
          {({ name }) => <MessagePanel key={id} userId={id} userType="individual" name={name} />}
        </IndividualPage>
      );
    if (type === 'organization')
      return (
        <OrganizationPage id={id}>
          {({ name }) => <MessagePanel key={id} userId={id} userType="organization" name={name} />}
        </OrganizationPage>
      );
    return <NoUserFound />;
  },
});
