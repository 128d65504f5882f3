import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { RouterContext } from '#src/app/guards.ts';
import { intents } from '#src/app/intent.ts';
import { optionalPart, userPart } from '#src/app/late-part.tsx';
import { useUser } from '#src/app/session.ts';
import { ActionSlotsProvider } from '#src/entities/action-slots.tsx';
import { NameSearch } from '#src/features/search/name-search.tsx';
import { ConnectionBanner } from '#src/features/shell/connection-banner.tsx';
import { Shell } from '#src/features/shell/shell.tsx';
import { actionSlots } from './-action-slots.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

const MessagesLink = userPart(
  async () => (await import('#src/features/conversations/messages-link.tsx')).MessagesLink,
);
const NotificationMenu = userPart(
  async () => (await import('#src/features/notifications/notification-menu.tsx')).NotificationMenu,
);
const UnsentMenu = userPart(async () => (await import('#src/features/shell/unsent-menu.tsx')).UnsentMenu);

// Nothing to be seen: it comes after the first paint.
const Arrivals = optionalPart(
  async () => (await import('#src/features/conversations/arrivals.tsx')).Arrivals,
);

const KeptIntent = optionalPart(
  async () => (await import('#src/features/accounts/kept-intent.tsx')).KeptIntent,
);

const Keyboard = optionalPart(async () => (await import('#src/features/shell/keyboard.tsx')).Keyboard);

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
      <Suspense>
        <Keyboard />
      </Suspense>
      <Suspense>{user && <Arrivals key={user._id} />}</Suspense>
      <Suspense>{user && intents.isKept() && <KeptIntent />}</Suspense>
    </Shell>
  );
}
