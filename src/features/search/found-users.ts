import type { FoundUser } from '#src/app/user-search.ts';
import { texts } from './found-users.texts.ts';

interface Found {
  individuals: readonly FoundUser[];
  organizations: readonly FoundUser[];
}

/** What was found, by kind of user, each under the name that lists give the kind. */
export function groupsOf<T>(
  found: Found,
  present: (user: FoundUser) => T,
): { of: keyof Found; heading: string; options: T[] }[] {
  const kinds = ['individuals', 'organizations'] as const;
  return kinds.map((of) => ({ of, heading: texts[of], options: found[of].map(present) }));
}
