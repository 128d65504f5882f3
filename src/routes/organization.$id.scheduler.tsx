import { createFileRoute } from '@tanstack/react-router';
import { readCalendarSearch } from '#src/features/calendar/calendar-address.ts';
import { OrganizationCalendar } from '#src/features/calendar/organization-calendar.tsx';
import { OrganizationPage } from './-organization-page.tsx';

export const Route = createFileRoute('/organization/$id/scheduler')({
  validateSearch: readCalendarSearch,
  component: function Scheduler() {
    const { id } = Route.useParams();
    const navigate = Route.useNavigate();
    const search = Route.useSearch();
    return (
      <OrganizationPage id={id}>
        {() => (
          <OrganizationCalendar
            organizationId={id}
            search={search}
            onSearchChange={(chosen) => void navigate({ search: chosen })}
          />
        )}
      </OrganizationPage>
    );
  },
});
