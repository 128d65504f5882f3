import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { findPage } from '../pages.ts';
import { organizationProcedure, publicProcedure, router, signedInProcedure } from '../trpc.ts';
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
  searchOutput,
  usersInput,
} from './search.schema.ts';

export const searchRouter = router({
  users: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/' },
      summary: 'Organizations or individuals that a filter lets through',
      description:
        'The newest accounts first, 30 a page, with the links to the pages around. Obeys privacy, in the results, their number and the pages.',
      example: { filters: { userType: 'organization', name: 'kitchen', address: 'Philadelphia' } },
    })
    .input(usersInput)
    .output(searchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const { userId } = ctx.viewer;
      const search =
        filters.userType === 'organization'
          ? await organizationSearch(ctx.db, filters)
          : await individualSearch(ctx.db, filters, userId);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, userId);
    }),

  individuals: organizationProcedure
    .meta({
      rest: { method: 'GET', path: '/users/individual' },
      summary: 'Individuals that a filter lets through, for organizations',
      description: 'The same as `GET /users/` with the filter of individuals.',
      example: { filters: { address: 'Toronto', onlyLookingForVolunteering: true } },
    })
    .input(individualsInput)
    .output(searchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const { userId } = ctx.viewer;
      const search = await individualSearch(ctx.db, filters, userId);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, userId);
    }),

  organizations: publicProcedure
    .meta({ summary: 'Organizations that a filter lets through, for everybody' })
    .input(organizationsInput)
    .output(searchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const viewerId = ctx.viewer?.userId;
      const search = await organizationSearch(ctx.db, filters);
      return loadPage(ctx.db, search, { page, cursor: cursor ?? undefined }, viewerId);
    }),

  organizationPoints: publicProcedure
    .meta({ summary: 'Organizations that a filter lets through and that have a place, for a map' })
    .input(pointsInput)
    .output(pointsOutput)
    .query(async ({ ctx, input: { filters } }) => {
      const search = await organizationSearch(ctx.db, filters);
      const points = await findPoints(ctx.db, search);
      return { points: points.slice(0, mostPoints), isComplete: points.length <= mostPoints };
    }),
});

async function loadPage(
  db: Db,
  search: Search,
  place: { page: number; cursor: string | undefined },
  viewerId: string | undefined,
): Promise<SearchOutput> {
  const { ids, ...found } = await findPage(walkSearch(db, search), place);
  const profiles = await hydrateProfiles(db, ids, viewerId);
  const details = new Map((await findDetails(db, ids)).map((row) => [row.id, row]));
  return {
    ...found,
    items: profiles.map((profile) => {
      const { address, mission = null, impactAreas = [] } = details.get(profile._id) ?? {};
      const { city = null, state = null, country = null } = address ?? {};
      return { ...profile, mission, impactAreas, address: { city, state, country } };
    }),
  };
}
