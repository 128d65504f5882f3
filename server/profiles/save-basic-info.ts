import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { requireKnown } from '../lookups/require-known.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { individualColumns, keepPicture, located, organizationColumns } from './basic-info.ts';
import { replaceChoices } from './choices.queries.ts';
import {
  findIndividual,
  findOrganization,
  updateIndividual,
  updateOrganization,
} from './profiles.queries.ts';
import { individualBasicInfoInput, organizationBasicInfoInput } from './profiles.schema.ts';

/** Validates and saves the basic information of the viewer, an organization. */
export async function saveOrganization(ctx: SignedInContext, entered: unknown): Promise<void> {
  const id = ctx.viewer.userId;
  const entry = parse(organizationBasicInfoInput, entered);
  const present = await findOrganization(ctx.db, id);
  await requireKnown(ctx.db, 'organization_types', entry.organizationTypes);
  const picture = await keepPicture(ctx, id, entry.profilePicture, present?.profile_picture);
  const address = entry.address && (await located(ctx, entry.address));
  const columns = organizationColumns({ ...entry, address }, picture);
  await write(ctx, async (trx) => {
    await updateOrganization(trx, id, columns);
    if (entry.organizationTypes) await replaceChoices(trx, 'organization_types', id, entry.organizationTypes);
  });
}

/** Validates and saves the basic information of the viewer, an individual or an administrator. */
export async function saveIndividual(ctx: SignedInContext, entered: unknown): Promise<void> {
  const id = ctx.viewer.userId;
  const entry = parse(individualBasicInfoInput, entered);
  const present = await findIndividual(ctx.db, id);
  await requireKnown(ctx.db, 'skills', entry.skills);
  await requireKnown(ctx.db, 'languages', entry.languages);
  const picture = await keepPicture(ctx, id, entry.profilePicture, present?.profile_picture);
  const address = await located(ctx, entry.address);
  const columns = individualColumns({ ...entry, address }, picture, ctx.ports.clock.now());
  await write(ctx, async (trx) => {
    await updateIndividual(trx, id, columns);
    if (entry.skills) await replaceChoices(trx, 'skills', id, entry.skills);
    if (entry.languages) await replaceChoices(trx, 'languages', id, entry.languages);
  });
}

/** Parses an entry by its schema; what is wrong with a field is reported as by any other procedure. */
function parse<T extends z.ZodType>(schema: T, entry: unknown): z.output<T> {
  const { data, error } = schema.safeParse(entry);
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return data;
}
