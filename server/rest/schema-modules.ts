import * as accessTokens from '../access-tokens/access-tokens.schema.ts';
import * as accounts from '../accounts/accounts.schema.ts';
import * as blocks from '../blocks/blocks.schema.ts';
import * as calendar from '../calendar/calendar.schema.ts';
import * as calendarRules from '../calendar/calendar-rules.schema.ts';
import * as schedulers from '../calendar/schedulers.schema.ts';
import * as connections from '../connections/connections.schema.ts';
import * as connectivities from '../connectivities/connectivities.schema.ts';
import * as bulk from '../conversations/bulk.schema.ts';
import * as conversations from '../conversations/conversations.schema.ts';
import * as cultivations from '../cultivations/cultivations.schema.ts';
import * as rules from '../cultivations/rules.schema.ts';
import * as userColumns from '../cultivations/user-columns.schema.ts';
import * as dashboard from '../dashboard/dashboard.schema.ts';
import * as endorsements from '../endorsements/endorsements.schema.ts';
import * as events from '../events/events.schema.ts';
import * as feedback from '../feedback/feedback.schema.ts';
import * as files from '../files/files.schema.ts';
import * as follows from '../follows/follows.schema.ts';
import * as friendships from '../friendships/friendships.schema.ts';
import * as followInvitations from '../invitations/follow-invitations.schema.ts';
import * as invitations from '../invitations/invitations.schema.ts';
import * as lookups from '../lookups/lookups.schema.ts';
import * as mapAreas from '../map-areas/map-areas.schema.ts';
import * as memberships from '../memberships/memberships.schema.ts';
import * as monthYear from '../memberships/month-year.schema.ts';
import * as notifications from '../notifications/notifications.schema.ts';
import * as operations from '../operations/operations.schema.ts';
import * as places from '../places/places.schema.ts';
import * as regions from '../places/regions.schema.ts';
import * as committed from '../posts/committed.schema.ts';
import * as listings from '../posts/listings.schema.ts';
import * as postRules from '../posts/post-rules.schema.ts';
import * as postSearch from '../posts/post-search.schema.ts';
import * as posts from '../posts/posts.schema.ts';
import * as socialSharing from '../posts/social-sharing.schema.ts';
import * as viewers from '../posts/viewers.schema.ts';
import * as checklist from '../profiles/checklist.schema.ts';
import * as profiles from '../profiles/profiles.schema.ts';
import * as publicInfo from '../profiles/public-info.schema.ts';
import * as sections from '../profiles/sections.schema.ts';
import * as prospects from '../prospects/prospects.schema.ts';
import * as pageData from '../public-pages/page-data.schema.ts';
import * as relations from '../relations/relations.schema.ts';
import * as reminderRules from '../reminders/reminder-rules.schema.ts';
import * as reminders from '../reminders/reminders.schema.ts';
import * as search from '../search/search.schema.ts';
import * as shares from '../shares/shares.schema.ts';
import * as networkLimits from '../social-media/network-limits.schema.ts';
import * as networkPosts from '../social-media/network-posts.schema.ts';
import * as postText from '../social-media/post-text.schema.ts';
import * as socialMedia from '../social-media/social-media.schema.ts';
import * as template from '../social-media/template.schema.ts';
import * as templateParts from '../social-media/template-parts.schema.ts';
import * as wallet from '../wallet/wallet.schema.ts';
import * as walletEntries from '../wallet/wallet-entries.schema.ts';
import * as payloads from '../webhooks/payloads.schema.ts';
import * as webhooks from '../webhooks/webhooks.schema.ts';

/** Every module of schemas, by name: what the API document and the clients call them follows from what these export. */
export const schemaModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  accessTokens,
  accounts,
  blocks,
  calendarRules,
  calendar,
  schedulers,
  connections,
  connectivities,
  bulk,
  conversations,
  cultivations,
  rules,
  userColumns,
  dashboard,
  endorsements,
  events,
  feedback,
  files,
  follows,
  friendships,
  followInvitations,
  invitations,
  lookups,
  mapAreas,
  memberships,
  monthYear,
  notifications,
  operations,
  places,
  regions,
  committed,
  listings,
  postRules,
  postSearch,
  posts,
  socialSharing,
  viewers,
  checklist,
  profiles,
  publicInfo,
  sections,
  prospects,
  pageData,
  relations,
  reminderRules,
  reminders,
  search,
  shares,
  networkLimits,
  networkPosts,
  postText,
  socialMedia,
  templateParts,
  template,
  walletEntries,
  wallet,
  payloads,
  webhooks,
};
