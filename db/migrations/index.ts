import type { Migration } from 'kysely/migration';
import * as foundation from './2026-11-21-foundation.ts';
import * as eventEpoch from './2026-11-21b-event-epoch.ts';
import * as findingPeople from './2026-11-21c-finding-people.ts';
import * as rateLimits from './2026-11-21c-rate-limits.ts';
import * as feedback from './2026-11-21d-feedback.ts';
import * as newestSenders from './2026-11-21e-newest-senders.ts';
import * as operations from './2026-11-21f-operations.ts';
import * as eventBytes from './2026-11-21g-event-bytes.ts';
import * as committedLists from './2026-11-21h-committed-lists.ts';
import * as wholeProfiles from './2026-11-21j-whole-profiles.ts';
import * as places from './2026-11-21k-places.ts';
import * as relations from './2026-11-21l-relations.ts';
import * as mapAreas from './2026-11-21n-map-areas.ts';
import * as search from './2026-11-21o-search.ts';
import * as deletedNotifications from './2026-11-21p-deleted-notifications.ts';
import * as viewers from './2026-11-21q-viewers.ts';
import * as scheduler from './2026-11-21r-scheduler.ts';
import * as calendarAddresses from './2026-11-21s-calendar-addresses.ts';
import * as wallets from './2026-11-21t-wallets.ts';
import * as postInvitations from './2026-11-21u-post-invitations.ts';
import * as findingPosts from './2026-11-21v-finding-posts.ts';
import * as calendarStretch from './2026-11-21w-calendar-stretch.ts';
import * as wordSeparators from './2026-11-22a-word-separators.ts';
import * as signIns from './2026-11-22b1-sign-ins.ts';
import * as namedWrites from './2026-11-22b2-operations.ts';
import * as pendingAnnouncements from './2026-11-22h-pending-announcements.ts';
import * as calendarEnd from './2026-11-22j-calendar-end.ts';
import * as blocks from './2026-11-22l1-blocks.ts';
import * as presences from './2026-11-22l2-presences.ts';
import * as conversations from './2026-11-22m1-conversations.ts';
import * as files from './2026-11-22n1-files.ts';
import * as bulkMessages from './2026-11-22o1-bulk-messages.ts';
import * as messageSearch from './2026-11-22o2-message-search.ts';
import * as statistics from './2026-11-22q1-statistics.ts';
import * as cultivations from './2026-11-22r1-cultivations.ts';
import * as followInvitations from './2026-11-22r2-follow-invitations.ts';
import * as walletSubjects from './2026-11-22r2q-wallet-subjects.ts';
import * as cultivationRules from './2026-11-23a-cultivation-rules.ts';
import * as membershipLists from './2026-11-23e-membership-lists.ts';
import * as prospectNotes from './2026-11-23f-prospect-notes.ts';
import * as socialMedia from './2026-11-23m-social-media.ts';
import * as socialTemplates from './2026-11-23n-social-templates.ts';
import * as networkPosts from './2026-11-23p-network-posts.ts';
import * as listOrder from './2026-11-23s-list-order.ts';
import * as additionPeople from './2026-11-23t-addition-people.ts';
import * as preconditions from './2026-11-23x-preconditions.ts';
import * as endedLast from './2026-11-24a-ended-last.ts';
import * as near from './2026-11-24c-near.ts';
import * as reminders from './2026-11-24d-reminders.ts';
import * as postsBySkill from './2026-11-24e-posts-by-skill.ts';
import * as accessTokens from './2026-11-24g-access-tokens.ts';
import * as auditEntries from './2026-11-24h-audit-entries.ts';
import * as webhooks from './2026-11-25b-webhooks.ts';
import * as foundPeople from './2026-11-25d-found-people.ts';
import * as titlesInList from './2026-11-26a-titles-in-list.ts';
import * as operationPartitions from './2026-11-26c-operation-partitions.ts';
import * as eventPartitions from './2026-11-26e-event-partitions.ts';

/** Every migration by its name, oldest first. A static list, so that the same one runs where there are no files. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-foundation': foundation,
  '2026-11-21b-event-epoch': eventEpoch,
  '2026-11-21c-finding-people': findingPeople,
  '2026-11-21c-rate-limits': rateLimits,
  '2026-11-21d-feedback': feedback,
  '2026-11-21e-newest-senders': newestSenders,
  '2026-11-21f-operations': operations,
  '2026-11-21g-event-bytes': eventBytes,
  '2026-11-21h-committed-lists': committedLists,
  '2026-11-21j-whole-profiles': wholeProfiles,
  '2026-11-21k-places': places,
  '2026-11-21l-relations': relations,
  '2026-11-21n-map-areas': mapAreas,
  '2026-11-21o-search': search,
  '2026-11-21p-deleted-notifications': deletedNotifications,
  '2026-11-21q-viewers': viewers,
  '2026-11-21r-scheduler': scheduler,
  '2026-11-21s-calendar-addresses': calendarAddresses,
  '2026-11-21t-wallets': wallets,
  '2026-11-21u-post-invitations': postInvitations,
  '2026-11-21v-finding-posts': findingPosts,
  '2026-11-21w-calendar-stretch': calendarStretch,
  '2026-11-22a-word-separators': wordSeparators,
  '2026-11-22b1-sign-ins': signIns,
  '2026-11-22b2-operations': namedWrites,
  '2026-11-22h-pending-announcements': pendingAnnouncements,
  '2026-11-22j-calendar-end': calendarEnd,
  '2026-11-22l1-blocks': blocks,
  '2026-11-22l2-presences': presences,
  '2026-11-22m1-conversations': conversations,
  '2026-11-22n1-files': files,
  '2026-11-22o1-bulk-messages': bulkMessages,
  '2026-11-22o2-message-search': messageSearch,
  '2026-11-22q1-statistics': statistics,
  '2026-11-22r1-cultivations': cultivations,
  '2026-11-22r2-follow-invitations': followInvitations,
  '2026-11-22r2q-wallet-subjects': walletSubjects,
  '2026-11-23a-cultivation-rules': cultivationRules,
  '2026-11-23e-membership-lists': membershipLists,
  '2026-11-23f-prospect-notes': prospectNotes,
  '2026-11-23m-social-media': socialMedia,
  '2026-11-23n-social-templates': socialTemplates,
  '2026-11-23p-network-posts': networkPosts,
  '2026-11-23s-list-order': listOrder,
  '2026-11-23t-addition-people': additionPeople,
  '2026-11-23x-preconditions': preconditions,
  '2026-11-24a-ended-last': endedLast,
  '2026-11-24c-near': near,
  '2026-11-24d-reminders': reminders,
  '2026-11-24e-posts-by-skill': postsBySkill,
  '2026-11-24g-access-tokens': accessTokens,
  '2026-11-24h-audit-entries': auditEntries,
  '2026-11-25b-webhooks': webhooks,
  '2026-11-25d-found-people': foundPeople,
  '2026-11-26a-titles-in-list': titlesInList,
  '2026-11-26c-operation-partitions': operationPartitions,
  '2026-11-26e-event-partitions': eventPartitions,
};
