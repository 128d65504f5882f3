import type { Db } from '#db/database.ts';
import { badField } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { findNearest, type Told, walkNearest } from '../near.ts';
import { findPage, type Walk } from '../pages.ts';
import { organizationProcedure, publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { id } from '../validation.schema.ts';
import {
  findDetails,
  findPoints,
  individualSearch,
  organizationSearch,
  type Search,
  walkSearch,
} from './search.queries.ts';
import {
  individualsInput,
  mostPoints,
  organizationsInput,
  pointsInput,
  pointsOutput,
  type SearchOutput,
  userSearchOutput,
  usersInput,
} from './search.schema.ts';

export const searchRouter = router({
  users: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/', operationId: 'searchUsers' },
      summary: 'Organizations or individuals that a filter lets through',
      description:
        'The newest accounts first, or with `near` the nearest, 30 a page, with the links to the pages around. Obeys privacy, in the results, their number and the pages. How far away people are is told in steps.',
      example: { filters: { userType: 'organization', name: 'kitchen', address: 'Philadelphia' } },
    })
    .input(usersInput)
    .output(userSearchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const { userId } = ctx.viewer;
      const search =
        filters.userType === 'organization'
          ? await organizationSearch(ctx.db, filters, userId)
          : await individualSearch(ctx.db, filters, userId);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, userId);
    }),

  individuals: organizationProcedure
    .meta({
      rest: { method: 'GET', path: '/users/individual', operationId: 'searchIndividuals' },
      summary: 'Individuals that a filter lets through, for organizations',
      description: 'The same as `GET /users/` with the filter of individuals.',
      example: { filters: { address: 'Toronto', onlyLookingForVolunteering: true } },
    })
    .input(individualsInput)
    .output(userSearchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const { userId } = ctx.viewer;
      const search = await individualSearch(ctx.db, filters, userId);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, userId);
    }),

  organizations: publicProcedure
    .meta({ summary: 'Organizations that a filter lets through, for everybody' })
    .input(organizationsInput)
    .output(userSearchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const viewerId = ctx.viewer?.userId;
      const search = await organizationSearch(ctx.db, filters, viewerId);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, viewerId);
    }),

  organizationPoints: publicProcedure
    .meta({ summary: 'Organizations that a filter lets through and that have a place, for a map' })
    .input(pointsInput)
    .output(pointsOutput)
    .query(async ({ ctx, input: { filters } }) => {
      const search = await organizationSearch(ctx.db, filters, ctx.viewer?.userId);
      const points = await findPoints(ctx.db, search);
      return {
        points: points.slice(0, mostPoints),
        isComplete: points.length <= mostPoints,
        around: search.near?.around.circle ?? null,
      };
    }),
});

async function loadPage(
  db: Db,
  search: Search,
  place: { page: number; cursor: string | undefined },
  viewerId: string | undefined,
): Promise<SearchOutput> {
  const { walk, tell } = walkOf(db, search, place.cursor);
  const { ids, ...found } = await findPage(walk, place);
  const profiles = await hydrateProfiles(db, ids, viewerId);
  const details = new Map((await findDetails(db, ids)).map((row) => [row.id, row]));
  return {
    ...found,
    items: profiles.map((profile) => {
      const { address, mission = null, impactAreas = [] } = details.get(profile._id) ?? {};
      const { city = null, state = null, country = null } = address ?? {};
      return { ...profile, mission, impactAreas, address: { city, state, country }, ...tell(profile._id) };
    }),
  };
}

/** The pages of a search, and the distances that are shown of who is on them. */
function walkOf(
  db: Db,
  search: Search,
  cursor: string | undefined,
): { walk: Walk; tell: (id: string) => Told } {
  const { near } = search;
  if (!near) {
    if (cursor !== undefined && !id.safeParse(cursor).success)
      throw badField('cursor', 'This is not a cursor.');
    return { walk: walkSearch(db, search), tell: () => ({}) };
  }
  return walkNearest((wanted) => findNearest(db, near, wanted), near.around);
}
