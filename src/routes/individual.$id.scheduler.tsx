import { createFileRoute } from '@tanstack/react-router';
import { readCalendarSearch } from '#src/features/calendar/calendar-address.ts';
import { IndividualCalendar } from '#src/features/calendar/individual-calendar.tsx';
import { IndividualPage } from './-individual-page.tsx';

export const Route = createFileRoute('/individual/$id/scheduler')({
  validateSearch: readCalendarSearch,
  component: function Scheduler() {
    const { id } = Route.useParams();
    const navigate = Route.useNavigate();
    const search = Route.useSearch();
    return (
      <IndividualPage id={id}>
        {({ isCalendarVisible }) => (
          <IndividualCalendar
            individualId={id}
            isVisible={isCalendarVisible}
            search={search}
            onSearchChange={(chosen) => void navigate({ search: chosen })}
          />
        )}
      </IndividualPage>
    );
  },
});
