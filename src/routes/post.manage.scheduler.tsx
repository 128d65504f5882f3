import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { readCalendarSearch } from '#src/features/calendar/calendar-address.ts';
import { SchedulerScreen } from '#src/features/calendar/scheduler-screen.tsx';
import { ManageTabs } from '#src/features/posts/manage-tabs.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/manage/scheduler')({
  validateSearch: readCalendarSearch,
  beforeLoad: requireSignedIn,
  component: function Scheduler() {
    const navigate = Route.useNavigate();
    return (
      <ForRole role="organization">
        <SchedulerScreen
          tabs={<ManageTabs />}
          search={Route.useSearch()}
          onSearchChange={(search) => void navigate({ search })}
        />
      </ForRole>
    );
  },
});
