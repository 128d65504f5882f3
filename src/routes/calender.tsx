import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { readCalendarSearch } from '#src/features/calendar/calendar-address.ts';
import { CalendarScreen } from '#src/features/calendar/calendar-screen.tsx';

export const Route = createFileRoute('/calender')({
  validateSearch: readCalendarSearch,
  beforeLoad: requireSignedIn,
  component: function Calender() {
    const navigate = Route.useNavigate();
    return (
      <CalendarScreen search={Route.useSearch()} onSearchChange={(search) => void navigate({ search })} />
    );
  },
});
