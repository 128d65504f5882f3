import { createFileRoute, redirect } from '@tanstack/react-router';
import { readCalendarSearch } from '#src/features/calendar/calendar-address.ts';

/** The common spelling leads to the product's. */
export const Route = createFileRoute('/calendar')({
  validateSearch: readCalendarSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/calender', search, replace: true });
  },
});
