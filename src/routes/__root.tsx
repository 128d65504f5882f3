import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { RouterContext } from '#src/app/guards.ts';
import { intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { ActionSlotsProvider } from '#src/entities/action-slots.tsx';
import { MessagesLink } from '#src/features/conversations/messages-link.tsx';
import { NotificationMenu } from '#src/features/notifications/notification-menu.tsx';
import { NameSearch } from '#src/features/search/name-search.tsx';
import { ConnectionBanner } from '#src/features/shell/connection-banner.tsx';
import { Shell } from '#src/features/shell/shell.tsx';
import { UnsentMenu } from '#src/features/shell/unsent-menu.tsx';
import { actionSlots } from './-action-slots.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

// Nothing to be seen: it comes after the first paint.
const Arrivals = lazy(async () => ({
  default: (await import('#src/features/conversations/arrivals.tsx')).Arrivals,
}));

const KeptIntent = lazy(async () => ({
  default: (await import('#src/features/accounts/kept-intent.tsx')).KeptIntent,
}));

function Root() {
  const user = useUser();
  return (
    <Shell
      user={user}
      search={<NameSearch />}
      unsent={user && <UnsentMenu />}
      messages={user && <MessagesLink />}
      notifications={user && <NotificationMenu />}
      banner={<ConnectionBanner />}
    >
      <ActionSlotsProvider value={actionSlots}>
        <Outlet />
      </ActionSlotsProvider>
      <Suspense>{user && <Arrivals key={user._id} />}</Suspense>
      <Suspense>{user && intents.isKept() && <KeptIntent />}</Suspense>
    </Shell>
  );
}
