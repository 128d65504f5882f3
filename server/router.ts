import { accessTokensRouter } from './access-tokens/access-tokens.router.ts';
import { accountsRouter } from './accounts/accounts.router.ts';
import { blocksRouter } from './blocks/blocks.router.ts';
import { calendarRouter } from './calendar/calendar.router.ts';
import { schedulersRouter } from './calendar/schedulers.router.ts';
import { connectionsRouter } from './connections/connections.router.ts';
import { connectivitiesRouter } from './connectivities/connectivities.router.ts';
import { conversationsRouter } from './conversations/conversations.router.ts';
import { cultivationsRouter } from './cultivations/cultivations.router.ts';
import { dashboardRouter } from './dashboard/dashboard.router.ts';
import { endorsementsRouter } from './endorsements/endorsements.router.ts';
import { eventsRouter } from './events/events.router.ts';
import { feedbackRouter } from './feedback/feedback.router.ts';
import { feedsRouter } from './feeds/feeds.router.ts';
import { followsRouter } from './follows/follows.router.ts';
import { friendshipsRouter } from './friendships/friendships.router.ts';
import { invitationsRouter } from './invitations/invitations.router.ts';
import { lookupsRouter } from './lookups/lookups.router.ts';
import { mapAreasRouter } from './map-areas/map-areas.router.ts';
import { membershipsRouter } from './memberships/memberships.router.ts';
import { notificationsRouter } from './notifications/notifications.router.ts';
import { placesRouter } from './places/places.router.ts';
import { postsRouter } from './posts/posts.router.ts';
import { profilesRouter } from './profiles/profiles.router.ts';
import { prospectsRouter } from './prospects/prospects.router.ts';
import { remindersRouter } from './reminders/reminders.router.ts';
import { proceduresOf } from './rest/operations.ts';
import { searchRouter } from './search/search.router.ts';
import { sharesRouter } from './shares/shares.router.ts';
import { socialMediaRouter } from './social-media/social-media.router.ts';
import { provideInputs, router } from './trpc.ts';
import { walletRouter } from './wallet/wallet.router.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';

/** Every typed procedure, by feature. */
export const appRouter = router({
  accessTokens: accessTokensRouter,
  accounts: accountsRouter,
  blocks: blocksRouter,
  calendar: calendarRouter,
  connections: connectionsRouter,
  connectivities: connectivitiesRouter,
  conversations: conversationsRouter,
  dashboard: dashboardRouter,
  cultivations: cultivationsRouter,
  endorsements: endorsementsRouter,
  events: eventsRouter,
  feedback: feedbackRouter,
  feeds: feedsRouter,
  follows: followsRouter,
  friendships: friendshipsRouter,
  invitations: invitationsRouter,
  lookups: lookupsRouter,
  memberships: membershipsRouter,
  mapAreas: mapAreasRouter,
  notifications: notificationsRouter,
  places: placesRouter,
  posts: postsRouter,
  profiles: profilesRouter,
  prospects: prospectsRouter,
  reminders: remindersRouter,
  schedulers: schedulersRouter,
  search: searchRouter,
  shares: sharesRouter,
  socialMedia: socialMediaRouter,
  wallet: walletRouter,
  webhooks: webhooksRouter,
});

provideInputs((path) => proceduresOf(appRouter)[path]?._def.inputs ?? []);

export type AppRouter = typeof appRouter;
