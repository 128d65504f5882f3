import type { RouterOutputs } from '#src/app/api.ts';

type Found = RouterOutputs['profiles']['search'];
export type FoundUser = Found['individuals'][number];

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
