import { z } from 'zod';
import { listedPerson, relationShape } from '../relations/relations.schema.ts';
import { id, pageOf } from '../validation.schema.ts';

export const endorseInput = z.strictObject({
  endorserId: id.describe('The caller.'),
  endorseeId: id.describe('The organization that is endorsed.'),
});

export const endorsement = z.object({ ...relationShape, endorserId: z.string(), endorseeId: z.string() });

/** Everything that a read returns of an endorsement, whichever of the two it lists. */
export const endorsementView = endorsement.extend({
  endorser: listedPerson,
  endorsee: listedPerson,
});

export const endorseState = z.object({
  isEndorsing: z.boolean(),
  endorsement: endorsement.nullable(),
});

export const endorseOutput = endorseState.extend({
  totalEndorsers: z.int().describe('Of the organization, after the change.'),
});

/** The most organizations that are asked about at a time: a page of posts has 30. */
const mostAsked = 100;

export const endorsedInput = z.strictObject({
  ids: z.array(id).max(mostAsked).describe(`Organizations, as a JSON array of at most ${mostAsked} ids.`),
});

export const endorsedOutput = z.object({
  ids: z.array(z.string()).describe('Those of them that the caller endorses.'),
});

export const endorserPage = pageOf(endorsement.extend({ endorser: listedPerson }));
export const endorseePage = pageOf(endorsement.extend({ endorsee: listedPerson }));

export const endorserSummary = z.object({
  totalEndorsers: z.int(),
  totalFriendsEndorsers: z.int().describe('Those who are friends of the caller.'),
  totalNewEndorsers: z.int().describe('Those of the last 7 days.'),
});
