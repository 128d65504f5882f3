import type { AccessTokensTable } from './tables/access-tokens.ts';
import type { AuditEntriesTable } from './tables/audit.ts';
import type {
  CalendarAddressesTable,
  CalendarCancellationPeopleTable,
  CalendarCancellationsTable,
  RemindersTable,
  SchedulerEntriesTable,
} from './tables/calendar.ts';
import type {
  BulkBatchesTable,
  BulkMessagesTable,
  ConversationMembersTable,
  ConversationsTable,
  MessagesTable,
  UnreadMessagesTable,
} from './tables/conversations.ts';
import type {
  CultivationAdditionPeopleTable,
  CultivationAdditionsTable,
  CultivationChangesTable,
  CultivationCountersTable,
  CultivationDeparturesTable,
  CultivationsTable,
  CultivationUsersTable,
} from './tables/cultivations.ts';
import type { EventEpochTable, UserEventsTable, UserHeadsTable } from './tables/events.ts';
import type { FeedbacksTable } from './tables/feedbacks.ts';
import type { FilePartsTable, FilesTable } from './tables/files.ts';
import type {
  FollowInvitationBatchesTable,
  FollowInvitationsTable,
  PostInvitationsTable,
} from './tables/invitations.ts';
import type { KnownWordsTable } from './tables/known-words.ts';
import type { LookupTable } from './tables/lookups.ts';
import type { AreaFilesTable, MapAreaListTable, MapAreasTable } from './tables/map-areas.ts';
import type { NotificationSendersTable, NotificationsTable } from './tables/notifications.ts';
import type { OperationsTable } from './tables/operations.ts';
import type { PlaceListTable, PlacesTable } from './tables/places.ts';
import type {
  OrganizationStatisticsTable,
  OrganizationViewersTable,
  PendingAnnouncementsTable,
  PostCountersTable,
  PostImagesTable,
  PostImpactAreasTable,
  PostInterestsTable,
  PostRequiredItemsTable,
  PostSkillsTable,
  PostStatisticsTable,
  PostsTable,
  PostViewersTable,
  SharesTable,
} from './tables/posts.ts';
import type { PresenceProcessesTable, PresencesTable } from './tables/presences.ts';
import type {
  IndividualsTable,
  OrganizationsTable,
  UserImpactAreasTable,
  UserLanguagesTable,
  UserOrganizationTypesTable,
  UserSkillsTable,
} from './tables/profiles.ts';
import type { ProspectNotesTable, ProspectTagsTable, ProspectTagUsersTable } from './tables/prospects.ts';
import type {
  BlocksTable,
  ConnectionsTable,
  EndorsementsTable,
  FollowsTable,
  FriendshipsTable,
  FriendsView,
  MembershipsTable,
  UserCountersTable,
} from './tables/relations.ts';
import type {
  NetworkPostsTable,
  NetworkRemovalsTable,
  SocialAuthorizationsTable,
  SocialConnectionsTable,
  SocialTemplatesTable,
} from './tables/social-media.ts';
import type { PasswordResetsTable, ServerSecretsTable, SessionsTable, UsersTable } from './tables/users.ts';
import type { WalletEntriesTable, WalletsTable } from './tables/wallets.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './tables/webhooks.ts';

/** Every table. What a row means stands with the table, in `tables/`. */
export interface Database {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  users: UsersTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  audit_entries: AuditEntriesTable;
  password_resets: PasswordResetsTable;
  server_secrets: ServerSecretsTable;
  individuals: IndividualsTable;
  organizations: OrganizationsTable;
  user_impact_areas: UserImpactAreasTable;
  user_skills: UserSkillsTable;
  user_languages: UserLanguagesTable;
  user_organization_types: UserOrganizationTypesTable;
  impact_areas: LookupTable;
  skills: LookupTable;
  languages: LookupTable;
  organization_types: LookupTable;
  places: PlacesTable;
  place_list: PlaceListTable;
  map_areas: MapAreasTable;
  map_area_list: MapAreaListTable;
  area_files: AreaFilesTable;
  known_words: KnownWordsTable;
  follows: FollowsTable;
  friendships: FriendshipsTable;
  user_counters: UserCountersTable;
  friends: FriendsView;
  endorsements: EndorsementsTable;
  memberships: MembershipsTable;
  connections: ConnectionsTable;
  blocks: BlocksTable;
  presence_processes: PresenceProcessesTable;
  presences: PresencesTable;
  posts: PostsTable;
  pending_announcements: PendingAnnouncementsTable;
  post_images: PostImagesTable;
  post_required_items: PostRequiredItemsTable;
  post_impact_areas: PostImpactAreasTable;
  post_skills: PostSkillsTable;
  post_interests: PostInterestsTable;
  post_counters: PostCountersTable;
  post_viewers: PostViewersTable;
  post_statistics: PostStatisticsTable;
  organization_viewers: OrganizationViewersTable;
  organization_statistics: OrganizationStatisticsTable;
  shares: SharesTable;
  scheduler_entries: SchedulerEntriesTable;
  reminders: RemindersTable;
  calendar_addresses: CalendarAddressesTable;
  calendar_cancellations: CalendarCancellationsTable;
  calendar_cancellation_people: CalendarCancellationPeopleTable;
  notifications: NotificationsTable;
  notification_senders: NotificationSendersTable;
  user_heads: UserHeadsTable;
  user_events: UserEventsTable;
  event_epoch: EventEpochTable;
  feedbacks: FeedbacksTable;
  operations: OperationsTable;
  bulk_messages: BulkMessagesTable;
  bulk_batches: BulkBatchesTable;
  wallets: WalletsTable;
  wallet_entries: WalletEntriesTable;
  post_invitations: PostInvitationsTable;
  follow_invitation_batches: FollowInvitationBatchesTable;
  follow_invitations: FollowInvitationsTable;
  cultivations: CultivationsTable;
  cultivation_users: CultivationUsersTable;
  cultivation_counters: CultivationCountersTable;
  cultivation_additions: CultivationAdditionsTable;
  cultivation_addition_people: CultivationAdditionPeopleTable;
  prospect_notes: ProspectNotesTable;
  prospect_tags: ProspectTagsTable;
  prospect_tag_users: ProspectTagUsersTable;
  cultivation_departures: CultivationDeparturesTable;
  cultivation_changes: CultivationChangesTable;
  conversations: ConversationsTable;
  conversation_members: ConversationMembersTable;
  unread_messages: UnreadMessagesTable;
  messages: MessagesTable;
  files: FilesTable;
  file_parts: FilePartsTable;
  social_authorizations: SocialAuthorizationsTable;
  social_connections: SocialConnectionsTable;
  social_templates: SocialTemplatesTable;
  network_posts: NetworkPostsTable;
  network_removals: NetworkRemovalsTable;
}
