import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { findLookups } from './lookups.queries.ts';
import { lookupView } from './lookups.schema.ts';

/** The lists change with a release: an hour late does no harm. */
const cacheSeconds = 3600;

export const lookupsRouter = router({
  impactAreas: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/impact-areas/global', operationId: 'listImpactAreas' },
      summary: 'The causes that people and organizations can choose',
      cacheSeconds,
    })
    .output(z.array(lookupView))
    .query(({ ctx }) => findLookups(ctx.db, 'impact_areas')),

  skills: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/skills/global', operationId: 'listSkills' },
      summary: 'The skills that people can choose',
      cacheSeconds,
    })
    .output(z.array(lookupView))
    .query(({ ctx }) => findLookups(ctx.db, 'skills')),

  languages: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/languages/global', operationId: 'listLanguages' },
      summary: 'The languages that people can choose',
      cacheSeconds,
    })
    .output(z.array(lookupView))
    .query(({ ctx }) => findLookups(ctx.db, 'languages')),

  organizationTypes: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/organization-types/', operationId: 'listOrganizationTypes' },
      summary: 'The kinds of organizations',
      cacheSeconds,
    })
    .output(z.array(lookupView))
    .query(({ ctx }) => findLookups(ctx.db, 'organization_types')),
});
