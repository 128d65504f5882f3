import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { type FoundNear, withDistances } from '../near.ts';
import type { suggestionView } from './profiles.schema.ts';
import { findSuggestionReasons } from './suggestion-reasons.queries.ts';

/** Shows organizations to a user, in this order, each with what speaks for following it. */
export async function suggest(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<z.infer<typeof suggestionView>[]> {
  if (ids.length === 0) return [];
  const profiles = await hydrateProfiles(db, ids, userId);
  const found = await findSuggestionReasons(db, userId, ids);
  const byId = new Map(found.map(({ id, ...reasons }) => [id, reasons]));
  return profiles.flatMap((profile) => {
    const reasons = byId.get(profile._id);
    if (!reasons) return [];
    const { last_published_at: lastPublishedAt, ...counts } = reasons;
    return [{ ...profile, reasons: { ...counts, lastPublishedAt: lastPublishedAt?.toISOString() ?? null } }];
  });
}

/** The same of organizations near a place, each with how far it is from there. */
export async function suggestNear(
  db: Db,
  userId: string,
  found: readonly FoundNear[],
): Promise<z.infer<typeof suggestionView>[]> {
  const suggestions = await suggest(
    db,
    userId,
    found.map(({ id }) => id),
  );
  return withDistances(suggestions, found);
}
