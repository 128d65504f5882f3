import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { findVisibleUser, requireSelf } from '../access.ts';
import { notFound, notSignedIn } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { LookupTable } from '../lookups/lookups.schema.ts';
import { lookupView } from '../lookups/lookups.schema.ts';
import { wordsOf } from '../name-words.ts';
import { type Circle, circleOf, type FoundNear, withDistances } from '../near.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { findByName } from '../search/names.queries.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { email } from '../validation.schema.ts';
import { loadBasicInfo } from './basic-info.ts';
import { findChoices } from './choices.queries.ts';
import {
  findByEmail,
  findNamed,
  findOrganizationsNear,
  findSuggestedOrganizations,
} from './profiles.queries.ts';
import {
  allNamesInput,
  allNamesOutput,
  basicInfoInput,
  basicInfoView,
  individualBasicInfoInput,
  nameSearchOutput,
  organizationBasicInfoInput,
  searchInput,
  suggestionsInput,
  suggestionView,
  userIdInput,
} from './profiles.schema.ts';
import { publicInfoView } from './public-info.schema.ts';
import { loadPublicInfo } from './public-info.ts';
import { saveIndividual, saveOrganization } from './save-basic-info.ts';
import { sectionProcedures } from './sections.procedures.ts';
import { savedMessages } from './sections.schema.ts';
import { suggest, suggestNear } from './suggest.ts';

/** How many of a kind a name search returns at most. */
const searchLimit = 20;

/** Fields that only the other type of account has. */
const ofOrganizations = readOnlyFields(organizationBasicInfoInput, individualBasicInfoInput);
const ofIndividuals = readOnlyFields(individualBasicInfoInput, organizationBasicInfoInput);

export const profilesRouter = router({
  ...sectionProcedures,

  basicInfo: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/basic-info', operationId: 'getBasicInfo' },
      summary: 'The basic information of a user',
      description:
        'Of an individual others see the name, the picture and the place; the rest is for its owner only.',
    })
    .input(userIdInput)
    .output(basicInfoView)
    .query(async ({ ctx, input: { id } }) =>
      loadBasicInfo(ctx.db, await findVisibleUser(ctx.db, id), ctx.viewer.userId),
    ),

  saveBasicInfo: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/users/{id}/basic-info',
        operationId: 'saveBasicInfo',
        actors: ['_id'],
        ignores: ['userType', 'concatNameWithSpace'],
        ofOthers: { individual: ofOrganizations, admin: ofOrganizations, organization: ofIndividuals },
        references: ['skills[]', 'languages[]', 'organizationTypes[]'],
      },
      limits: ['megapixels'],
      summary: 'Say something of oneself',
      description:
        'Individuals must give firstName, lastName and address.code; organizations nothing. What is absent stays as it is; an empty text removes what was there. Fields of the other type of account are ignored.',
      message: savedMessages.basicInfo,
      largeBody: true,
      example: { firstName: 'Alice', lastName: 'Adams', address: { city: 'Philadelphia', code: '19104' } },
    })
    .input(basicInfoInput)
    .output(basicInfoView)
    .mutation(async ({ ctx, input: { id, ...entered } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType === 'organization') await saveOrganization(ctx, entered);
      else await saveIndividual(ctx, entered);
      return loadBasicInfo(ctx.db, { id, user_type: ctx.viewer.userType }, id);
    }),

  publicInfo: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/public-info', operationId: 'getPublicInfo' },
      summary: 'Somebody’s page: who they are, and how many follow and endorse them',
    })
    .input(userIdInput)
    .output(publicInfoView)
    .query(({ ctx, input: { id } }) => loadPublicInfo(ctx, id)),

  impactAreas: choicesProcedure(
    'impact_areas',
    'impact-areas',
    'listImpactAreasOfUser',
    'The causes that somebody cares about or works for',
  ),
  skills: choicesProcedure('skills', 'skills', 'listSkillsOfUser', 'What an individual can do'),
  languages: choicesProcedure(
    'languages',
    'languages',
    'listLanguagesOfUser',
    'The languages that an individual speaks',
  ),

  suggestions: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/suggestions', operationId: 'listSuggestions' },
      summary: 'Organizations that the caller might follow',
      description:
        'None that the caller follows or that has nothing to show, and what speaks for each. Those with shared causes and those that friends follow come first, then those that published last; with `near` only what is there, the nearest first.',
      example: { userType: 'organization', limit: 20 },
    })
    .input(suggestionsInput)
    .output(z.array(suggestionView))
    .query(async ({ ctx, input: { id, limit, near } }) => {
      requireSelf(ctx.viewer, id);
      const circle = await circleOf(ctx.db, near, id);
      if (!circle) return suggest(ctx.db, id, await findSuggestedOrganizations(ctx.db, id, limit));
      return suggestNear(ctx.db, id, await findOrganizationsNear(ctx.db, { userId: id, circle, limit }));
    }),

  search: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/users/search/{name}', operationId: 'searchByName' },
      errors: ['not-signed-in'],
      summary: 'People and organizations by name',
      description:
        'Finds names with words that begin as those given do, whatever their case and accents, then those that may have been meant; at most 20 of a kind. Obeys privacy. With `near`, for those signed in: only who is there, the nearest first. A signed-in caller also finds somebody by the whole mail address.',
      example: { name: 'food' },
    })
    .input(searchInput)
    .output(nameSearchOutput)
    .query(async ({ ctx, input: { name, near } }) => {
      const viewerId = ctx.viewer?.userId;
      // Where people are is no matter of visitors.
      if (near && viewerId === undefined) throw notSignedIn();
      const circle = await circleOf(ctx.db, near, viewerId);
      const profiles = await hydrateNamed(
        ctx.db,
        await findUsers(ctx.db, { name, circle, viewerId }),
        viewerId,
      );
      return {
        individuals: profiles.filter(({ userType }) => userType === 'individual'),
        organizations: profiles.filter(({ userType }) => userType === 'organization'),
      };
    }),

  allNames: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/name/all', operationId: 'listUserNames' },
      summary: 'Everybody whom the caller may find, to pick from',
      description: 'At most 1,000 at a time, the newest accounts first.',
      example: { limit: 100 },
    })
    .input(allNamesInput)
    .output(allNamesOutput)
    .query(async ({ ctx, input: { limit, cursor } }) => {
      const found = await findNamed(ctx.db, {
        viewerId: ctx.viewer.userId,
        limit,
        before: cursor ?? undefined,
      });
      return { items: await hydrateProfiles(ctx.db, found.ids, undefined), cursor: found.cursor };
    }),
});

/** What a user chose from one of the lists, for every signed-in viewer. */
function choicesProcedure(list: LookupTable, path: string, operationId: string, summary: string) {
  return signedInProcedure
    .meta({ rest: { method: 'GET', path: `/users/{id}/${path}`, operationId }, summary })
    .input(userIdInput)
    .output(z.array(lookupView))
    .query(async ({ ctx, input: { id } }) => {
      if (!(await findVisibleUser(ctx.db, id))) throw notFound('No User Found');
      return findChoices(ctx.db, list, id);
    });
}

/** Finds users by name, or the one of a whole mail address. */
async function findUsers(
  db: Db,
  { name, circle, viewerId }: { name: string; circle: Circle | undefined; viewerId: string | undefined },
): Promise<FoundNear[]> {
  const address = viewerId === undefined ? undefined : email.safeParse(name).data;
  if (address !== undefined && viewerId !== undefined) {
    const found = await findByEmail(db, address, viewerId);
    return found ? [{ id: found.id }] : [];
  }
  const words = wordsOf(name);
  if (words.length === 0) return [];
  const found = await findByName(db, { words, viewerId, limit: searchLimit, circle });
  return [...found.individuals, ...found.organizations];
}

/** The users that were found, with how far away they are. */
async function hydrateNamed(db: Db, named: readonly FoundNear[], viewerId: string | undefined) {
  const profiles = await hydrateProfiles(
    db,
    named.map(({ id }) => id),
    viewerId,
  );
  return withDistances(profiles, named);
}
