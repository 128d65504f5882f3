import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { userPart } from '#src/app/late-part.tsx';
import { Toaster } from '#src/components/toaster.tsx';
import { Footer } from './footer.tsx';
import * as texts from './frame.texts.ts';
import { Header } from './header.tsx';

const BottomBar = userPart(async () => (await import('./bottom-bar.tsx')).BottomBar);
const SideMenu = userPart(async () => (await import('./side-menu.tsx')).SideMenu);

interface ShellProps {
  user: CurrentUser | undefined;
  search: ReactNode;
  messages: ReactNode;
  notifications: ReactNode;
  unsent: ReactNode;
  /** What stands above every screen: being offline, a new version. */
  banner: ReactNode;
  children: ReactNode;
}

/** The frame around every screen: header, menus, footer, and where messages appear. */
export function Shell({ user, search, messages, notifications, unsent, banner, children }: ShellProps) {
  const hasMenu = user !== undefined && user.userType !== 'admin';
  return (
    <div data-shell className={hasMenu ? 'flex min-h-dvh flex-col max-lg:pb-16' : 'flex min-h-dvh flex-col'}>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-4 py-3 font-semibold text-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {texts.skipToTheContent}
      </a>
      <Header user={user} search={search} messages={messages} notifications={notifications} unsent={unsent} />
      {banner}
      <div data-shell-body className="mx-auto flex w-full max-w-7xl flex-1 gap-8 px-4 py-6 lg:px-6">
        {hasMenu && (
          <div data-side-menu className="sticky top-22 hidden w-56 shrink-0 self-start lg:block">
            <SideMenu user={user} />
          </div>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <Footer />
      {hasMenu && <BottomBar user={user} />}
      <Toaster />
    </div>
  );
}
