import type { Db } from '#db/database.ts';
import { findVisibleUser, requireSelf } from '../access.ts';
import { leaveLists } from '../cultivations/cultivations.queries.ts';
import { notFound, notYours } from '../errors.ts';
import { requireKnown } from '../lookups/require-known.ts';
import { orderAreaFiles } from '../map-areas/area-files.ts';
import { signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { findIndividualChecklist, findOrganizationChecklist } from './checklist.queries.ts';
import { checklistView } from './checklist.schema.ts';
import { findChoices, replaceChoices } from './choices.queries.ts';
import { updateIndividual, updateOrganization } from './profiles.queries.ts';
import { userIdInput } from './profiles.schema.ts';
import { findInternalLink, findInvolvement, findPrivacy, findServiceInfo } from './sections.queries.ts';
import {
  type InternalLinkView,
  type InvolvementView,
  internalLinkInput,
  internalLinkView,
  involvementInput,
  involvementView,
  type PrivacyView,
  privacyInput,
  privacyView,
  type ServiceInfoView,
  savedMessages,
  serviceInfoInput,
  serviceInfoView,
} from './sections.schema.ts';

const keepsAbsent = 'What is absent stays as it is; an empty text removes what was there.';

/** Reading and saving each section of a profile beside basic information. */
export const sectionProcedures = {
  checklist: signedInProcedure
    .meta({ summary: 'What the caller has done, and not done, of what a new account is asked for' })
    .output(checklistView)
    .query(({ ctx: { db, viewer } }) => {
      if (viewer.userType === 'individual') return findIndividualChecklist(db, viewer.userId);
      return viewer.userType === 'organization' ? findOrganizationChecklist(db, viewer.userId) : [];
    }),

  involvement: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/involvement', operationId: 'getInvolvement' },
      summary: 'How an individual wants to help',
    })
    .input(userIdInput)
    .output(involvementView)
    .query(async ({ ctx, input: { id } }) => {
      if ((await findVisibleUser(ctx.db, id))?.user_type !== 'individual') throw notFound('No User Found');
      return loadInvolvement(ctx.db, id);
    }),

  saveInvolvement: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/users/{id}/involvement',
        operationId: 'saveInvolvement',
        references: ['impactAreas[]'],
      },
      summary: 'Say how one wants to help',
      description: `For individuals. ${keepsAbsent}`,
      message: savedMessages.involvement,
      example: { impactAreas: ['food-security'], availabilityPerWeek: 4, typeOfInvolvement: 'convenient' },
    })
    .input(involvementInput)
    .output(involvementView)
    .mutation(async ({ ctx, input: { id, impactAreas, ...entry } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType !== 'individual') throw forIndividuals();
      await requireKnown(ctx.db, 'impact_areas', impactAreas);
      return write(ctx, async (trx) => {
        await updateIndividual(trx, id, {
          community_involvement: orNull(entry.communityInvolvement),
          looking_for_volunteering_opportunity: entry.lookingForVolunteeringOpportunity,
          looking_for_project: entry.lookingForProject,
          looking_for_membership: entry.lookingForMembership,
          looking_for_committee: entry.lookingForCommittee,
          availability_per_week: entry.availabilityPerWeek,
          type_of_involvement: entry.typeOfInvolvement,
        });
        if (impactAreas) await replaceChoices(trx, 'impact_areas', id, impactAreas);
        return loadInvolvement(trx, id);
      });
    }),

  privacy: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/privacy', operationId: 'getPrivacy' },
      summary: 'Who may see the caller',
    })
    .input(userIdInput)
    .output(privacyView)
    .query(async ({ ctx, input: { id } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType !== 'individual') throw forIndividuals();
      return loadPrivacy(ctx.db, id);
    }),

  savePrivacy: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/users/{id}/privacy', operationId: 'savePrivacy' },
      summary: 'Say who may see one',
      description: 'For individuals. What is absent stays as it is.',
      message: savedMessages.privacy,
      example: { isCalenderPublic: false, showOnSearch: 'friends-of-friends', showActivity: 'friends' },
    })
    .input(privacyInput)
    .output(privacyView)
    .mutation(async ({ ctx, input: { id, ...entry } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType !== 'individual') throw forIndividuals();
      return write(ctx, async (trx) => {
        await updateIndividual(trx, id, {
          is_calendar_public: entry.isCalenderPublic,
          is_email_searchable: entry.isEmailSearchable,
          is_user_searchable: entry.isUserSearchable,
          show_on_search: entry.showOnSearch,
          show_activity: entry.showActivity,
        });
        await leaveLists(trx, id);
        return loadPrivacy(trx, id);
      });
    }),

  serviceInfo: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/service-info', operationId: 'getServiceInfo' },
      summary: 'Whom an organization serves',
    })
    .input(userIdInput)
    .output(serviceInfoView)
    .query(({ ctx, input: { id } }) => loadServiceInfo(ctx.db, id)),

  saveServiceInfo: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/users/{id}/service-info',
        operationId: 'saveServiceInfo',
        references: ['impactAreas[]'],
      },
      summary: 'Say whom one serves',
      description: `For organizations. ${keepsAbsent}`,
      message: savedMessages.serviceInfo,
      example: { serviceAreaTypes: ['city'], serviceAreas: ['Philadelphia, PA'], keywords: ['soup'] },
    })
    .input(serviceInfoInput)
    .output(serviceInfoView)
    .mutation(async ({ ctx, input: { id, impactAreas, ...entry } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType !== 'organization') throw forOrganizations();
      await requireKnown(ctx.db, 'impact_areas', impactAreas);
      return write(ctx, async (trx, effects) => {
        await updateOrganization(trx, id, {
          service_area_types: entry.serviceAreaTypes,
          service_areas: entry.serviceAreas,
          keywords: entry.keywords,
          donation_link: orNull(entry.donationLink),
          news_letter_link: orNull(entry.newsLetterLink),
        });
        if (entry.serviceAreas || entry.serviceAreaTypes) await orderAreaFiles(trx, effects, id);
        if (impactAreas) await replaceChoices(trx, 'impact_areas', id, impactAreas);
        return loadServiceInfo(trx, id);
      });
    }),

  internalLink: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/internal-link', operationId: 'getInternalLink' },
      summary: 'An organization’s own pages of events, news and blog posts',
    })
    .input(userIdInput)
    .output(internalLinkView)
    .query(({ ctx, input: { id } }) => loadInternalLink(ctx.db, id)),

  saveInternalLink: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/users/{id}/internal-link', operationId: 'saveInternalLink' },
      summary: 'Say where one’s own pages are',
      description: `For organizations. ${keepsAbsent}`,
      message: savedMessages.internalLink,
      example: { events: 'https://example.org/events', rss: '', blog: 'https://example.org/blog' },
    })
    .input(internalLinkInput)
    .output(internalLinkView)
    .mutation(async ({ ctx, input: { id, ...entry } }) => {
      requireSelf(ctx.viewer, id);
      if (ctx.viewer.userType !== 'organization') throw forOrganizations();
      return write(ctx, async (trx) => {
        await updateOrganization(trx, id, {
          events_link: orNull(entry.events),
          rss_link: orNull(entry.rss),
          blog_link: orNull(entry.blog),
        });
        return loadInternalLink(trx, id);
      });
    }),
};

const forIndividuals = () => notYours('This is for individuals only.');
const forOrganizations = () => notYours('This is for organizations only.');

/** How an optional text is kept: absent stays absent, empty is none. */
const orNull = (entered: string | undefined) => (entered === undefined ? undefined : entered || null);

async function loadInvolvement(db: Db, id: string): Promise<InvolvementView> {
  const row = await findInvolvement(db, id);
  if (!row) throw notFound('No User Found');
  return {
    impactAreas: await findChoices(db, 'impact_areas', id),
    communityInvolvement: row.community_involvement ?? '',
    lookingForVolunteeringOpportunity: row.looking_for_volunteering_opportunity,
    lookingForProject: row.looking_for_project,
    lookingForMembership: row.looking_for_membership,
    lookingForCommittee: row.looking_for_committee,
    availabilityPerWeek: row.availability_per_week,
    typeOfInvolvement: row.type_of_involvement,
  };
}

async function loadPrivacy(db: Db, id: string): Promise<PrivacyView> {
  const row = await findPrivacy(db, id);
  if (!row) throw notFound('No User Found');
  return {
    isCalenderPublic: row.is_calendar_public,
    isEmailSearchable: row.is_email_searchable,
    isUserSearchable: row.is_user_searchable,
    showOnSearch: row.show_on_search,
    showActivity: row.show_activity,
  };
}

/** Whom an organization serves. Throws "not found" where there is none. */
async function loadServiceInfo(db: Db, id: string): Promise<ServiceInfoView> {
  const row = await findServiceInfo(db, id);
  if (!row) throw notFound('No User Found');
  return {
    serviceAreaTypes: row.service_area_types,
    serviceAreas: row.service_areas,
    impactAreas: await findChoices(db, 'impact_areas', id),
    donationLink: row.donation_link ?? '',
    newsLetterLink: row.news_letter_link ?? '',
    keywords: row.keywords,
  };
}

async function loadInternalLink(db: Db, id: string): Promise<InternalLinkView> {
  const row = await findInternalLink(db, id);
  if (!row) throw notFound('No User Found');
  return { events: row.events_link ?? '', rss: row.rss_link ?? '', blog: row.blog_link ?? '' };
}
