import { z } from 'zod';
import { profileView, relationView } from '../profiles/profiles.schema.ts';
import { id, pageInput, text } from '../validation.schema.ts';

/** A user in a list, and what there is between the caller and them. */
export const listedPerson = profileView.extend({
  relation: relationView
    .nullable()
    .describe('Between the caller and who is listed; null without a session, and of oneself.'),
});

/** The relation itself: who has it to whom, and since when. */
export const relationShape = {
  _id: z.string(),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
};

/** Whose list, and which part of it. */
export const listOfInput = z.strictObject({ id: id.describe('Whose list.'), ...pageInput.shape });

/** A list whose people are searched by name. */
export const searchedList = {
  name: text(200).optional().describe('Only people with words in their name that begin so.'),
};

/** The same, perhaps of friends only. */
export const friendlyListInput = listOfInput.extend({
  onlyFriends: z.boolean().default(false).describe('Only friends of the caller.'),
  ...searchedList,
});

/** Two users: whether the first has the relation to the second. */
export const betweenInput = z.strictObject({
  a: id.describe('Who may have the relation.'),
  b: id.describe('To whom.'),
});

export const summaryInput = z.strictObject({ id: id.describe('Whose.') });
