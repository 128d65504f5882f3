import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { RouterContext } from '#src/app/guards.ts';
import { useUser } from '#src/app/session.ts';
import { ActionSlotsProvider } from '#src/entities/action-slots.tsx';
import { NotificationMenu } from '#src/features/notifications/notification-menu.tsx';
import { NameSearch } from '#src/features/search/name-search.tsx';
import { ConnectionBanner } from '#src/features/shell/connection-banner.tsx';
import { Shell } from '#src/features/shell/shell.tsx';
import { UnsentMenu } from '#src/features/shell/unsent-menu.tsx';
import { actionSlots } from './-action-slots.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  const user = useUser();
  return (
    <Shell
      user={user}
      search={<NameSearch />}
      unsent={user && <UnsentMenu />}
      notifications={user && <NotificationMenu />}
      banner={<ConnectionBanner />}
    >
      <ActionSlotsProvider value={actionSlots}>
        <Outlet />
      </ActionSlotsProvider>
    </Shell>
  );
}
