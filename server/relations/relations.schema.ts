import { z } from 'zod';
import { relationView } from '../profiles/profiles.schema.ts';
import { id, pageInput } from '../validation.schema.ts';
import { type Prefixed, prefixed } from './prefixed.ts';

/** Who somebody in a relation is, as far as a row of a list shows it. */
const party = {
  userType: z.enum(['individual', 'organization', 'admin']),
  name: z.string().describe('Display name.'),
  firstName: z.string().nullable().describe('Null for organizations.'),
  lastName: z.string().nullable().describe('Null for organizations.'),
  profilePicture: z.string().nullable().describe('Path below /media, or null.'),
};

/** The fields of somebody under names that begin with their part: `followerName`. */
export const partyShape = <P extends string>(part: P): Prefixed<P, typeof party> => prefixed(part, party);

/** What there is between the caller and who is listed. */
export const listedRelation = relationView
  .nullable()
  .describe('Between the caller and who is listed; null without a session, and of oneself.');

/** The relation itself: who has it to whom, and since when. */
export const pairShape = {
  _id: z.string(),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
};

/** Whose list, and which part of it. */
export const listOfInput = z.strictObject({ id: id.describe('Whose list.'), ...pageInput.shape });

/** The same, perhaps of friends only. */
export const friendlyListInput = listOfInput.extend({
  onlyFriends: z.boolean().default(false).describe('Only friends of the caller.'),
});

/** Two users: whether the first has the relation to the second. */
export const betweenInput = z.strictObject({
  a: id.describe('Who may have the relation.'),
  b: id.describe('To whom.'),
});

export const summaryInput = z.strictObject({ id: id.describe('Whose.') });
