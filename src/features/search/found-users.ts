import type { FoundUser } from '#src/app/user-search.ts';

interface Found {
  individuals: readonly FoundUser[];
  organizations: readonly FoundUser[];
}

/** What was found, by kind of user, each under the name that lists give the kind. */
export function groupsOf<T>(
  found: Found,
  present: (user: FoundUser) => T,
): { heading: string; options: T[] }[] {
  return [
    { heading: 'INDIVIDUALS', options: found.individuals.map(present) },
    { heading: 'ORGANIZATIONS', options: found.organizations.map(present) },
  ];
}
