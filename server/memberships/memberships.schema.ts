import { z } from 'zod';
import { membershipSides, membershipStatuses, membershipTypes } from '#db/tables/relations.ts';
import { personView } from '../profiles/profiles.schema.ts';
import { chosenId, id, pageInput, pageOf, validationMessages } from '../validation.schema.ts';

export { membershipStatuses, membershipTypes };

/** The years that a membership may begin or end in. */
const years = { first: 1900, last: 2100 };
const noSuchYear = `Enter a year from ${years.first} to ${years.last}`;

export const month = z.strictObject({
  month: z.int().min(0).max(11).describe('Zero-based: 0 is January.'),
  year: z.int(noSuchYear).min(years.first, noSuchYear).max(years.last, noSuchYear),
});
export type Month = z.infer<typeof month>;

/** Months since the year 0, so that months can be compared. */
export const monthNumber = ({ month: ofYear, year }: Month): number => 12 * year + ofYear;

/** The month of a number that `monthNumber` made. */
export const monthOf = (number: number): Month => ({ month: number % 12, year: Math.floor(number / 12) });

const period = {
  membershipType: z.enum(membershipTypes, validationMessages.required),
  startTime: month,
  endTime: month.nullish().describe('After the start. Absent or null while it lasts.'),
  isCurrent: z.boolean().optional().describe('It lasts: there is no end. Absent: as the end says.'),
};

interface Period {
  startTime: Month;
  endTime?: Month | null | undefined;
  isCurrent?: boolean | undefined;
}

/** What lasts has no end, and what is over has one, after its start. */
function checkPeriod(entry: Period, ctx: z.RefinementCtx<Period>): void {
  if (entry.isCurrent) return;
  const addError = (message: string) => ctx.addIssue({ code: 'custom', path: ['endTime'], message });
  if (entry.isCurrent === false && !entry.endTime) addError(validationMessages.required);
  else if (entry.endTime && monthNumber(entry.endTime) <= monthNumber(entry.startTime))
    addError('The end must be after the start');
}

/** What a form for a membership holds. */
export const membershipEntry = z.strictObject(period).superRefine(checkPeriod);
export type MembershipEntry = z.input<typeof membershipEntry>;

export const membershipInput = z
  .strictObject({
    _id: chosenId('membership'),
    individualId: id.describe('The member. The caller is either side.'),
    organizationId: id,
    ...period,
    requestedBy: z.enum(membershipSides).optional().describe('The caller’s side, which it is in any case.'),
  })
  .superRefine(checkPeriod);

export const membershipUpdate = z
  .strictObject({ _id: id.describe('The membership.'), ...period })
  .superRefine(checkPeriod);

export const membershipIdInput = z.strictObject({ id: id.describe('The membership.') });

export const membershipAnswer = z.strictObject({
  id: membershipIdInput.shape.id,
  membershipType: z
    .enum(membershipTypes)
    .optional()
    .describe('What the caller saw that is asked for; where it is another one by now, nothing is answered.'),
  startTime: month.optional().describe('The same for its start.'),
});

const { firstName, lastName, name, profilePicture } = personView.shape;

/**
 * A membership. Devices and the event log keep it under the documented names of both sides.
 */
export const membershipView = z.object({
  _id: z.string(),
  individualId: z.string(),
  organizationId: z.string(),
  membershipType: z.enum(membershipTypes),
  status: z.enum(membershipStatuses),
  startTime: month,
  endTime: month.nullable(),
  isCurrent: z.boolean(),
  requestedBy: z
    .enum(membershipSides)
    .describe('The side that sent the request; the other side accepts or rejects it.'),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
  individualFirstName: firstName,
  individualLastName: lastName,
  individualName: name,
  individualProfilePicture: profilePicture,
  organizationName: name,
  organizationProfilePicture: profilePicture,
});
export type MembershipView = z.infer<typeof membershipView>;

export const membershipsInput = z.strictObject({
  filters: z
    .strictObject({
      individualId: id.optional().describe('Of this individual.'),
      organizationId: id.optional().describe('In this organization.'),
      status: z
        .enum(membershipStatuses)
        .optional()
        .describe('Of others than the caller only accepted ones are told.'),
      membershipType: z.enum(membershipTypes).optional(),
    })
    .refine((filters) => filters.individualId ?? filters.organizationId, {
      error: 'Say whose: individualId or organizationId',
    })
    .describe('`individualId` or `organizationId`, or both.'),
  ...pageInput.shape,
});
export const membershipPage = pageOf(membershipView);

export const membersInput = z.strictObject({ id: id.describe('The organization.'), ...pageInput.shape });

/** A membership as everybody sees it: one that both sides agreed on. */
export const memberPage = pageOf(membershipView.omit({ status: true, requestedBy: true, createdAt: true }));

/** Which of its memberships an organization exports. */
export const membershipExportInput = z.strictObject({
  status: z.enum(membershipStatuses).optional(),
  membershipType: z.enum(membershipTypes).optional(),
});
