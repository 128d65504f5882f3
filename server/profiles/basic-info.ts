import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { UserType } from '#db/tables/columns.ts';
import type { IndividualsTable, OrganizationsTable } from '#db/tables/profiles.ts';
import type { Context } from '../context.ts';
import { badField, notFound } from '../errors.ts';
import { bytesOfDataUrl } from '../media/data-url.ts';
import { storeNewPictures } from '../media/store-pictures.ts';
import { validationMessages } from '../validation.schema.ts';
import { findChoices } from './choices.queries.ts';
import { presentIndividual, presentOrganization, presentOwn } from './profiles.present.ts';
import { findIndividual, findOrganization } from './profiles.queries.ts';
import {
  type BasicInfoView,
  type individualBasicInfoInput,
  isOldEnough,
  type organizationBasicInfoInput,
  type PublicBasicInfoView,
} from './profiles.schema.ts';

/** A user with basic information. */
interface User {
  id: string;
  user_type: UserType;
}

/** Basic information of a user as the viewer sees it. Throws "not found" where there is none. */
export async function loadBasicInfo(
  db: Db,
  user: User | undefined,
  viewerId: string,
): Promise<BasicInfoView> {
  if (!user) throw notFound('No User Found');
  if (user.user_type === 'organization' || user.id !== viewerId) return loadPublicBasicInfo(db, user);
  const individual = await findIndividual(db, user.id);
  if (!individual) throw notFound('No User Found');
  return presentOwn(user.id, user.user_type, individual, {
    skills: await findChoices(db, 'skills', user.id),
    languages: await findChoices(db, 'languages', user.id),
  });
}

/** The same as everybody may see it. */
async function loadPublicBasicInfo(db: Db, { id, user_type }: User): Promise<PublicBasicInfoView> {
  if (user_type === 'organization') {
    const organization = await findOrganization(db, id);
    if (organization)
      return presentOrganization(id, organization, await findChoices(db, 'organization_types', id));
  } else {
    const individual = await findIndividual(db, id);
    if (individual) return presentIndividual(id, user_type, individual);
  }
  throw notFound('No User Found');
}

/** What an individual entered, as columns: what is absent stays as it is. */
export function individualColumns(
  entry: z.output<typeof individualBasicInfoInput>,
  profilePicture: string | null | undefined,
  now: Date,
): Updateable<IndividualsTable> {
  const { dateOfBirth, kids, gender, races } = entry;
  if (dateOfBirth && !isOldEnough(dateOfBirth, now)) throw badField('dateOfBirth', validationMessages.date);
  return {
    first_name: entry.firstName,
    last_name: entry.lastName,
    address: addressColumn(entry.address),
    ...(dateOfBirth !== undefined && { date_of_birth: dateOfBirth || null }),
    ...(kids !== undefined && { kids }),
    ...(entry.phone !== undefined && { phone: entry.phone || null }),
    ...(gender !== undefined && { gender }),
    ...(races !== undefined && { races }),
    ...(profilePicture !== undefined && { profile_picture: profilePicture }),
  };
}

/** What an organization entered, as columns: what is absent stays as it is. */
export function organizationColumns(
  entry: z.output<typeof organizationBasicInfoInput>,
  profilePicture: string | null | undefined,
): Updateable<OrganizationsTable> {
  const { address } = entry;
  return {
    ...(entry.name !== undefined && { name: entry.name }),
    ...(entry.phone !== undefined && { phone: entry.phone || null }),
    ...(entry.ein !== undefined && { ein: entry.ein || null }),
    ...(entry.website !== undefined && { website: entry.website || null }),
    ...(entry.contactEmail !== undefined && { contact_email: entry.contactEmail || null }),
    ...(entry.mission !== undefined && { mission: entry.mission || null }),
    ...(entry.description !== undefined && { description: entry.description || null }),
    ...(address !== undefined && { address: addressColumn(address) }),
    ...(profilePicture !== undefined && { profile_picture: profilePicture }),
  };
}

/**
 * An address with its coordinates: those entered, or else those of about where it is. Without them where the place
 * is not known.
 */
export async function located<Address extends EnteredAddress>(
  ctx: Pick<Context, 'db' | 'ports'>,
  address: Address,
): Promise<Address> {
  const { street1, city, state, code, country, latitude, longitude } = address;
  if ((latitude !== undefined && longitude !== undefined) || !country || (!city && !code)) return address;
  // The last part stands for itself, without those before it: it must hold more than a region.
  const text = (
    code
      ? [street1, city, `${state ?? ''} ${code} ${country}`]
      : [street1, `${city} ${state ?? ''} ${country}`]
  ).filter(Boolean);
  const { places } = await ctx.ports.places.search(ctx.db, text.join(', ').slice(0, 200));
  const place = places.find((found) => found.country === country);
  return place ? { ...address, latitude: place.latitude, longitude: place.longitude } : address;
}

type EnteredAddress = NonNullable<z.output<typeof organizationBasicInfoInput>['address']>;

/** Only what was filled in is kept. */
const addressColumn = (address: Record<string, string | number | undefined>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(address).filter(([, value]) => value !== '')));

/**
 * Stores a new profile picture. Returns the path to keep: of the new one, the present one, null where it is removed,
 * undefined where the input does not mention it.
 */
export async function keepPicture(
  ctx: Pick<Context, 'ports' | 'enclosing'>,
  ownerId: string,
  entered: string | null | undefined,
  present: string | null | undefined,
): Promise<string | null | undefined> {
  if (!entered) return entered;
  const bytes = bytesOfDataUrl(entered);
  if (!bytes && entered === present) return present;
  const rejection = (message: string) => badField('profilePicture', message);
  if (!bytes) throw rejection('This is not a picture');
  const [stored] = await storeNewPictures(ctx, ownerId, [{ bytes, rejection }]);
  return stored?.path;
}
