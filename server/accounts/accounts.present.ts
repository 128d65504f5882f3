import type { findCurrentUser } from './accounts.queries.ts';
import type { CurrentUser } from './accounts.schema.ts';

type CurrentUserRow = NonNullable<Awaited<ReturnType<typeof findCurrentUser>>>;

/** The signed-in user as the output schema describes it. */
export function presentCurrentUser(row: CurrentUserRow): CurrentUser {
  const name = row.name ?? [row.first_name, row.last_name].filter(Boolean).join(' ');
  return {
    _id: row.id,
    userType: row.user_type,
    email: row.email,
    name,
    profilePicture: row.organization_picture ?? row.individual_picture,
    isOnboarded: name !== '',
  };
}
