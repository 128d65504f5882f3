import { z } from 'zod';
import { lookupView } from '../lookups/lookups.schema.ts';
import { aroundView, nearInput, userKilometers } from '../near.schema.ts';
import { cursorMeaning, pageNumber, pageOutput, pageSize } from '../pages.schema.ts';
import { profileLimits, profileView } from '../profiles/profiles.schema.ts';
import { sectionLimits } from '../profiles/sections.schema.ts';
import { requiredText, text } from '../validation.schema.ts';

/** Points that a map shows at most. */
export const mostPoints = 1_000;

const anyOf = (max: number, length: number) =>
  z
    .array(requiredText(length))
    .max(max)
    .transform((values) => [...new Set(values)])
    .optional();
const ids = (what: string) => anyOf(100, 100).describe(`Ids of ${what}: any of them, none means all.`);
const name = text(profileLimits.searchedName)
  .optional()
  .describe('Beginnings of words of the name, with or without mistakes.');
const only = (what: string) => z.boolean().optional().describe(`True: only those who ${what}.`);

/** Which organizations. What is absent or empty leaves nobody out. */
export const organizationFilter = z.strictObject({
  userType: z.literal('organization').default('organization'),
  name,
  impactAreas: ids('impact areas'),
  organizationTypes: ids('organization types'),
  serviceAreas: anyOf(sectionLimits.serviceAreas, sectionLimits.serviceArea).describe(
    'Names of areas that they serve: any of them.',
  ),
  address: text(200).optional().describe('Beginnings of words of the address, all of them.'),
  keyword: text(100)
    .optional()
    .describe('Beginnings of words of the name, mission, description or keywords, all of them.'),
  keywords: anyOf(sectionLimits.keywords, sectionLimits.keyword).describe(
    'Whole keywords, whatever their case: any of them.',
  ),
  near: nearInput.optional(),
});
export type OrganizationFilter = z.output<typeof organizationFilter>;

/** Which individuals. What is absent, empty or false leaves nobody out. */
export const individualFilter = z.strictObject({
  userType: z.literal('individual').default('individual'),
  name,
  impactAreas: ids('impact areas'),
  skills: ids('skills'),
  address: text(200).optional().describe('Beginnings of words of city, region or country, all of them.'),
  onlyFollowers: only('follow the caller'),
  onlyInteractedWithPosts: only('liked, are interested in or go to a post of the caller’s'),
  onlyLookingForVolunteering: only('look for volunteering opportunities'),
  onlyLookingForProject: only('look for projects'),
  onlyLookingForMembership: only('look for memberships'),
  near: nearInput.optional(),
});
export type IndividualFilter = z.output<typeof individualFilter>;

/** Where in the results. */
const place = { page: pageNumber, cursor: text(100).nullish().describe(cursorMeaning) };

export const organizationsInput = z.strictObject({
  filters: organizationFilter.prefault({}).describe('As a JSON object.'),
  ...place,
});
export const individualsInput = z.strictObject({
  filters: individualFilter.prefault({}).describe('As a JSON object.'),
  ...place,
});
export const usersInput = z.strictObject({
  filters: z
    .union([organizationFilter, individualFilter])
    .prefault({})
    .describe('As a JSON object; `userType` is whose filter it is, organizations’ unless given.'),
  ...place,
});
export const pointsInput = organizationsInput.pick({ filters: true });

const placeName = z.string().nullable();

/** A user as search results show them. */
const foundUserView = profileView.extend({
  address: z
    .object({ city: placeName, state: placeName, country: placeName })
    .describe('Where, not at which door.'),
  mission: z.string().nullable().describe('Null for individuals.'),
  impactAreas: z.array(lookupView),
  kilometers: userKilometers,
});

/** A page of results, with what its page links need. */
export const userSearchOutput = z.object({
  items: z.array(foundUserView).describe(`At most ${pageSize}.`),
  ...pageOutput,
});
export type SearchOutput = z.infer<typeof userSearchOutput>;

/** An organization on a map. */
const organizationPoint = z.object({
  _id: z.string(),
  name: z.string(),
  profilePicture: profileView.shape.profilePicture,
  latitude: z.number(),
  longitude: z.number(),
  city: z.string().nullable(),
});
export const pointsOutput = z.object({
  points: z
    .array(organizationPoint)
    .describe(`At most ${mostPoints}, the nearest or else the newest accounts.`),
  isComplete: z.boolean().describe('Whether these are all that have a place.'),
  around: aroundView,
});
