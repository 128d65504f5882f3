import { DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { texts } from './for-role.texts.ts';

type UserType = CurrentUser['userType'];

interface ForRoleProps {
  role: UserType | readonly UserType[];
  children: ReactNode;
}

/** Renders a screen for some user types; for others an explanation with a link home. */
export function ForRole({ role, children }: ForRoleProps) {
  const user = useUser();
  const roles = [role].flat();
  if (user && roles.includes(user.userType)) return children;
  return (
    <>
      <Title>{texts.notForThisAccount}</Title>
      <h1 className="sr-only">{texts.notForThisAccount}</h1>
      <EmptyState
        icon={<DoorClosed />}
        title={texts.isFor(roles)}
        hint={texts.hint}
        action={<ButtonLink to="/">{texts.goToTheFeed}</ButtonLink>}
      />
    </>
  );
}
