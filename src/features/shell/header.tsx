import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { userPart } from '#src/app/late-part.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { Logo } from '#src/components/logo.tsx';
import * as texts from './frame.texts.ts';

const ProfileMenu = userPart(async () => (await import('./profile-menu.tsx')).ProfileMenu);

interface HeaderProps {
  user: CurrentUser | undefined;
  /** The box that finds people and organizations by name. */
  search: ReactNode;
  /** The link to the messages of the signed-in user. */
  messages: ReactNode;
  /** The menu of notifications of the signed-in user. */
  notifications: ReactNode;
  /** What the signed-in user did and is not sent yet. */
  unsent: ReactNode;
}

/** The bar that is always there. */
export function Header({ user, search, messages, notifications, unsent }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface max-[18rem]:static">
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-3 px-4 max-[18rem]:flex-wrap max-[18rem]:py-2 lg:gap-6 lg:px-6">
        <Link to="/" variant="bare" className="shrink-0">
          <Logo compact className="lg:hidden" />
          <Logo className="max-lg:hidden" />
        </Link>
        <div className="mx-auto w-full min-w-0 max-w-md max-[18rem]:order-last">{search}</div>
        {user ? (
          <div className="flex shrink-0 items-center gap-1 max-[18rem]:shrink max-[18rem]:flex-wrap">
            {unsent}
            {messages}
            {notifications}
            <ProfileMenu user={user} />
          </div>
        ) : (
          <div className="flex shrink-0 items-center gap-1 sm:gap-2 max-[18rem]:shrink max-[18rem]:flex-wrap">
            <ButtonLink to="/user/sign-in" variant="quiet" size="sm" className="max-sm:px-2">
              {texts.signIn}
            </ButtonLink>
            <ButtonLink to="/user/sign-up" size="sm" className="max-sm:px-2.5">
              {texts.signUp}
            </ButtonLink>
          </div>
        )}
      </div>
    </header>
  );
}
