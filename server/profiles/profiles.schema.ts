import { z } from 'zod';
import { userTypes } from '#db/tables/columns.ts';
import { genders, kidsAnswers, races } from '#db/tables/profiles.ts';
import { friendshipStatuses } from '#db/tables/relations.ts';
import { lookupIds, lookupView } from '../lookups/lookups.schema.ts';
import { isDataUrl } from '../media/data-url.ts';
import { nearInput, userKilometers } from '../near.schema.ts';
import { countryCodes, isRegionOf } from '../places/regions.schema.ts';
import {
  day,
  email,
  id,
  multilineText,
  pageOf,
  requiredText,
  text,
  validationMessages,
  webAddress,
} from '../validation.schema.ts';

export { genders, kidsAnswers, races };

/** The limits of a profile. Texts in UTF-16 units, pictures in bytes after decoding. */
export const profileLimits = {
  firstName: 100,
  lastName: 100,
  name: 200,
  phone: 30,
  ein: 20,
  mission: 2000,
  description: 10_000,
  picture: 10 * 1024 * 1024,
  impactAreas: 100,
  skills: 100,
  languages: 30,
  organizationTypes: 10,
  searchedName: 200,
} as const;

/** The age from which a person may use the product, in years. */
const minimumAge = 18;

/** Whether a person born on a day, `YYYY-MM-DD`, is old enough on the UTC day of an instant. */
export function isOldEnough(dateOfBirth: string, at: Date): boolean {
  const today = at.toISOString().slice(0, 10);
  return dateOfBirth <= `${Number(today.slice(0, 4)) - minimumAge}${today.slice(4)}`;
}

const address = z.strictObject({
  street1: text(200).optional(),
  street2: text(200).optional(),
  city: text(100).optional(),
  code: text(20).optional().describe('ZIP or postal code.'),
  state: text(100)
    .optional()
    .describe('State, province or region: by its code where the country has a list.'),
  country: z
    .union([z.enum(countryCodes), z.literal('')], 'Choose a country')
    .optional()
    .describe('ISO 3166 code.'),
  latitude: z.number().min(-90).max(90).optional().describe('Degrees north, once the address was located.'),
  longitude: z.number().min(-180).max(180).optional().describe('Degrees east.'),
});

/** A region is one of the country's, where there is a list of them. */
function checkRegion(
  { country, state }: { country?: string | undefined; state?: string | undefined },
  check: z.RefinementCtx,
) {
  if (country && state && !isRegionOf(country, state))
    check.addIssue({ code: 'custom', path: ['state'], message: 'Choose a region of the country' });
}

const profilePicture = z
  .string()
  .max(Math.ceil(profileLimits.picture / 3) * 4 + 200, 'A picture may have at most 10 MB.')
  .refine((value) => /^[0-9a-f]{64}$/.test(value) || isDataUrl(value), 'This is not a picture')
  .nullable()
  .describe(
    'A new picture as a data URL (at most 10 MB), the present path to keep it, or null to remove it.',
  );

/** A field that a form may leave empty. */
const choice = <Value extends string>(values: readonly Value[]) =>
  z.union([z.enum(values), z.literal('').transform(() => null), z.null()]);

/** An optional text is kept as it was where it is absent, and removed where it is empty. */
const individualFields = {
  firstName: requiredText(profileLimits.firstName),
  lastName: requiredText(profileLimits.lastName),
  dateOfBirth: z
    .union(
      [day.refine((value) => value >= '1900', validationMessages.date), z.literal('')],
      validationMessages.date,
    )
    .nullable()
    .optional()
    .describe('`YYYY-MM-DD`, 18 years ago or more. Only its owner ever sees it.'),
  kids: choice(kidsAnswers).optional(),
  phone: text(profileLimits.phone).optional(),
  gender: choice(genders).optional(),
  races: z
    .array(z.enum(races))
    .max(races.length)
    .transform((values) => [...new Set(values)])
    .optional(),
  skills: lookupIds(profileLimits.skills).optional().describe('Ids of skills.'),
  languages: lookupIds(profileLimits.languages).optional().describe('Ids of languages.'),
  profilePicture: profilePicture.optional(),
};

/** The basic information of an individual. A form holds exactly this. */
export const individualBasicInfoInput = z.strictObject({
  ...individualFields,
  address: address
    .extend({ code: requiredText(20).describe('ZIP or postal code.') })
    .superRefine(checkRegion)
    .prefault({ code: '' }),
});

/** The basic information of an organization. A form holds exactly this. */
export const organizationBasicInfoInput = z.strictObject({
  name: text(profileLimits.name).optional(),
  phone: text(profileLimits.phone).optional(),
  ein: text(profileLimits.ein).optional().describe('Employer identification number.'),
  website: webAddress().optional(),
  contactEmail: z.union([z.literal(''), email]).optional(),
  mission: multilineText(profileLimits.mission).optional(),
  description: multilineText(profileLimits.description).optional(),
  organizationTypes: lookupIds(profileLimits.organizationTypes)
    .optional()
    .describe('Ids of organization types.'),
  address: address.superRefine(checkRegion).optional(),
  profilePicture: profilePicture.optional(),
});

export const userIdInput = z.strictObject({ id: id.describe('The user.') });

/**
 * Every field that any account can send. The schema of the viewer's user type rejects what it does not take and what
 * is missing, all at once: here nothing is required.
 */
export const basicInfoInput = z.strictObject({
  ...userIdInput.shape,
  ...individualFields,
  firstName: text(profileLimits.firstName).optional().describe('Required of individuals.'),
  lastName: text(profileLimits.lastName).optional().describe('Required of individuals.'),
  ...organizationBasicInfoInput.shape,
});

const place = {
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
};

/** An address as others see an individual's: where, not at which door. */
export const publicAddress = z.object(place);

export const fullAddress = z.object({
  street1: z.string().optional(),
  street2: z.string().optional(),
  code: z.string().optional(),
  ...place,
  latitude: z.number().optional(),
  longitude: z.number().optional(),
});

const path = z.string().nullable().describe('Path below /media, or null.');

const individualShape = {
  _id: z.string(),
  userType: z.enum(userTypes).exclude(['organization']),
  firstName: z.string(),
  lastName: z.string(),
  concatNameWithSpace: z.string().describe('Display name.'),
  profilePicture: path,
};

export const publicIndividual = z.object({ ...individualShape, address: publicAddress });

export const organizationBasicInfo = z.object({
  _id: z.string(),
  userType: z.literal('organization'),
  name: z.string(),
  concatNameWithSpace: z.string().describe('Display name.'),
  phone: z.string().nullable(),
  ein: z.string().nullable(),
  website: z.string().nullable(),
  contactEmail: z.string().nullable().describe('In lower case.'),
  mission: z.string().nullable(),
  description: z.string().nullable(),
  organizationTypes: z.array(lookupView),
  address: fullAddress,
  profilePicture: path,
});

/** Basic information of an individual as others see it, and of an organization as everybody does. */
export const publicBasicInfoView = z.discriminatedUnion('userType', [
  publicIndividual,
  organizationBasicInfo,
]);
export type PublicBasicInfoView = z.infer<typeof publicBasicInfoView>;

export const ownBasicInfo = z.object({
  ...individualShape,
  dateOfBirth: z.string().nullable(),
  kids: z.string().nullable(),
  phone: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  races: z.array(z.string()),
  skills: z.array(lookupView),
  languages: z.array(lookupView),
  address: fullAddress,
});

/** The same, and an individual's as its owner sees it. */
export const basicInfoView = z.union([ownBasicInfo, publicBasicInfoView]);
export type BasicInfoView = z.infer<typeof basicInfoView>;

/** The relations between the viewer and a user. */
export const relationView = z.object({
  follows: z.boolean().describe('The caller follows them.'),
  followsBack: z.boolean().describe('They follow the caller.'),
  endorses: z.boolean().describe('The caller endorses them.'),
  friendship: z
    .object({ _id: z.string(), status: z.enum(friendshipStatuses), senderId: z.string() })
    .nullable(),
});
export type RelationView = z.infer<typeof relationView>;

/** A user as lists show them. */
export const profileView = z.object({
  _id: z.string(),
  userType: z.enum(userTypes),
  name: z.string().describe('Display name.'),
  firstName: z.string().nullable().describe('Null for organizations.'),
  lastName: z.string().nullable().describe('Null for organizations.'),
  profilePicture: path,
  relation: relationView.nullable().describe('Null without a session, and of oneself.'),
});
export type ProfileView = z.infer<typeof profileView>;

/** A user as an entity of two users shows them: without their relation to the viewer. */
export const personView = profileView.omit({ relation: true });

export const searchInput = z.strictObject({
  name: text(profileLimits.searchedName).describe(
    'Beginnings of words of the name, in any order; or a whole mail address, for signed-in viewers.',
  ),
  near: nearInput.optional(),
});

/** A user as lists by distance show them. */
const nearProfileView = profileView.extend({ kilometers: userKilometers });

export const nameSearchOutput = z.object({
  individuals: z.array(nearProfileView).describe('At most 20.'),
  organizations: z.array(nearProfileView).describe('At most 20.'),
});

export const suggestionsInput = z.strictObject({
  ...userIdInput.shape,
  userType: z.literal('organization').default('organization').describe('Whom to suggest.'),
  limit: z.int().min(1).max(20).default(20),
  near: nearInput.optional(),
});

/** An organization that a user might follow, and why. */
export const suggestionView = nearProfileView.extend({
  reasons: z.object({
    friends: z.int().describe('How many of the caller’s friends follow it.'),
    causes: z.int().describe('How many causes it shares with the caller.'),
    kilometers: z
      .number()
      .nullable()
      .describe('How far it is from the caller. Null where a place is not known.'),
    lastPublishedAt: z.iso.datetime().nullable().describe('When its newest post was published.'),
  }),
});

/** A user to pick from a list: no more than a name and a picture. */
const namedUser = profileView.pick({ _id: true, userType: true, name: true, profilePicture: true });

export const allNamesInput = z.strictObject({
  cursor: id.nullish().describe('From the page before; absent for the first page.'),
  limit: z.int().min(1).max(1000).default(1000).describe('At most how many.'),
});
export const allNamesOutput = pageOf(namedUser);
