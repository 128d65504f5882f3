import { DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';

const plural = { individual: 'individuals', organization: 'organizations', admin: 'administrators' };

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
      <h1 className="sr-only">Not for this account</h1>
      <EmptyState
        icon={<DoorClosed />}
        title={`This page is for ${roles.map((one) => plural[one]).join(' and ')}`}
        hint="You’re signed in with a different kind of account."
        action={<ButtonLink to="/">Go to the feed</ButtonLink>}
      />
    </>
  );
}
