import { z } from 'zod';
import { serviceAreaTypes } from '#db/tables/map-areas.ts';
import { audiences, searchVisibilities, typesOfInvolvement } from '#db/tables/profiles.ts';
import { lookupIds, lookupView } from '../lookups/lookups.schema.ts';
import { multilineText, requiredText, webAddress } from '../validation.schema.ts';
import { profileLimits, userIdInput } from './profiles.schema.ts';

/** The sections of a profile beside basic information, and the privacy settings. */

/** The message when a section was saved: in the REST response, and on the screen. */
export const savedMessages = {
  basicInfo: 'Basic information saved.',
  involvement: 'Involvement saved.',
  privacy: 'Privacy saved.',
  serviceInfo: 'Service information saved.',
  internalLink: 'Internal links saved.',
} as const;

export { audiences, searchVisibilities, serviceAreaTypes, typesOfInvolvement };

/** Hours that a user can give in a week. */
export const weeklyHours = { min: 0, max: 40, step: 1 } as const;

/** The limits of the sections. Texts in UTF-16 units. */
export const sectionLimits = {
  communityInvolvement: 2000,
  serviceAreas: 100,
  serviceArea: 100,
  keywords: 20,
  keyword: 50,
} as const;

const impactAreaIds = lookupIds(profileLimits.impactAreas);

/** Texts without repeats, in their order. */
const distinctTexts = (length: number, max: number, message: string) =>
  z
    .array(requiredText(length))
    .max(max, message)
    .transform((texts) => [...new Set(texts)]);

const wrongHours = `Enter ${weeklyHours.min} to ${weeklyHours.max} hours`;

/** How an individual wants to help. A form holds exactly this. */
export const involvementForm = z.strictObject({
  impactAreas: impactAreaIds.describe('Ids of impact areas that the individual cares about.'),
  communityInvolvement: multilineText(sectionLimits.communityInvolvement).describe(
    'What they do for their community already, in their own words.',
  ),
  lookingForVolunteeringOpportunity: z.boolean(),
  lookingForProject: z.boolean(),
  lookingForMembership: z.boolean(),
  lookingForCommittee: z.boolean(),
  availabilityPerWeek: z
    .int(wrongHours)
    .min(weeklyHours.min, wrongHours)
    .max(weeklyHours.max, wrongHours)
    .nullable()
    .describe('Whole hours a week, 0 to 40; null where nothing was said.'),
  typeOfInvolvement: z.enum(typesOfInvolvement).nullable(),
});

export const involvementView = involvementForm.extend({
  impactAreas: z.array(lookupView),
  communityInvolvement: z.string(),
});
export type InvolvementView = z.infer<typeof involvementView>;

/** Who may see an individual. A form holds exactly this. */
export const privacyForm = z.strictObject({
  isCalenderPublic: z.boolean().describe('Others may see the calendar.'),
  isEmailSearchable: z.boolean().describe('Who knows the mail address finds the individual by it.'),
  isUserSearchable: z.boolean().describe('The individual is found in searches and suggestions at all.'),
  showOnSearch: z.enum(searchVisibilities).describe('Who finds the individual there.'),
  showActivity: z
    .enum(audiences)
    .describe('Who sees what the individual likes, is interested in, goes to and shares.'),
});
export const privacyView = z.object(privacyForm.shape);
export type PrivacyView = z.infer<typeof privacyView>;

/** Whom an organization serves. A form holds exactly this. */
export const serviceInfoForm = z.strictObject({
  serviceAreaTypes: z
    .array(z.enum(serviceAreaTypes))
    .max(serviceAreaTypes.length)
    .transform((types) => [...new Set(types)])
    .describe('Of what kinds the areas are.'),
  serviceAreas: distinctTexts(
    sectionLimits.serviceArea,
    sectionLimits.serviceAreas,
    `Give at most ${sectionLimits.serviceAreas} areas`,
  ).describe('Names of the areas that it serves, at most 100.'),
  impactAreas: impactAreaIds.describe('Ids of impact areas that it works for.'),
  donationLink: webAddress().describe('Where to donate: an http or https address, or empty.'),
  newsLetterLink: webAddress().describe('Where to subscribe to the newsletter.'),
  keywords: distinctTexts(
    sectionLimits.keyword,
    sectionLimits.keywords,
    `Give at most ${sectionLimits.keywords} keywords`,
  ).describe('At most 20, each of at most 50 characters.'),
});
export const serviceInfoView = z.object({
  ...serviceInfoForm.shape,
  serviceAreaTypes: z.array(z.enum(serviceAreaTypes)),
  serviceAreas: z.array(z.string()),
  impactAreas: z.array(lookupView),
  donationLink: z.string(),
  newsLetterLink: z.string(),
  keywords: z.array(z.string()),
});
export type ServiceInfoView = z.infer<typeof serviceInfoView>;

/** An organization's own pages of events, news and blog posts. A form holds exactly this. */
export const internalLinkForm = z.strictObject({
  events: webAddress().describe('Its list of events: an http or https address, or empty.'),
  rss: webAddress().describe('Its RSS feed.'),
  blog: webAddress().describe('Its blog.'),
});
export const internalLinkView = z.object({ events: z.string(), rss: z.string(), blog: z.string() });
export type InternalLinkView = z.infer<typeof internalLinkView>;

/** What is absent stays as it is. */
export const involvementInput = z.strictObject({ ...userIdInput.shape, ...involvementForm.partial().shape });
export const privacyInput = z.strictObject({ ...userIdInput.shape, ...privacyForm.partial().shape });
export const serviceInfoInput = z.strictObject({ ...userIdInput.shape, ...serviceInfoForm.partial().shape });
export const internalLinkInput = z.strictObject({
  ...userIdInput.shape,
  ...internalLinkForm.partial().shape,
});
