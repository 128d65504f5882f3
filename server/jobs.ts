import type { NetworkName } from '#db/tables/social-media.ts';
import type { MapAreaType } from './map-areas/map-areas.schema.ts';

/** Everything that is done after the response. The handlers are in `job-handlers.ts`. */
export interface JobPayloads {
  /** A password reset was requested: mail a link, where there is such an account. */
  'recover-password': { email: string /** A UTC instant, by the database's clock. */; askedAt?: string };
  /**
   * A post was published: notify its organization's followers, newest first; `after` is the place of the last one
   * notified. With `lane`, those of one lane.
   */
  'announce-post': { postId: string; after: string | null; lane?: number };
  /** A user shared a post: notify friends that their feeds have something newer; `after` is the last one notified. */
  'announce-share': { shareId: string; after: string | null };
  /** A user was invited to view a post: notify them by mail. */
  'mail-invitation': { postId: string; inviterId: string; inviteeId: string };
  /** An organization serves other areas: write the file that shows those of one type. */
  'make-area-file': { organizationId: string; type: MapAreaType };
  /** A message to many was begun: send it to the batch of this number, and then to the next. */
  'send-bulk-message': { bulkId: string; number: number };
  /** Many people are to be put on a list: add the next batch of them. */
  'add-to-cultivation': { additionId: string };
  /** A list has new rules, or time has passed: compare everybody with them, after the last one compared. */
  'refresh-cultivation': { cultivationId: string; after: string | null };
  /** Something happened to many: bring the order of a list up to date, after the last one who was looked at. */
  'sort-cultivation': { cultivationId: string; after: string | null };
  /** Many were invited to follow an organization: notify the next of them. */
  'announce-follow-invitations': { batchId: string };
  /** A user was invited to follow an organization: notify them by mail. */
  'mail-follow-invitation': { organizationId: string; inviteeId: string };
  /** A connection to a social network has ended, or will soon: notify its organization by mail. */
  'mail-reconnect': { organizationId: string; network: NetworkName };
  /** A webhook was switched off because its receiver failed: notify its organization by mail. */
  'mail-webhook-disabled': { webhookId: string /** Whether the receiver returned 410. */; isGone: boolean };
  /** A post begins at another time: move its reminders, after the user of the last one moved. */
  'move-reminders': { postId: string; after: string | null };
  /** A post in a user's calendar begins soon: notify the user by mail. */
  'mail-reminder': { postId: string; userId: string };
  /** Hourly: events that the log need not keep any longer. */
  'sweep-events': Record<string, never>;
  /** Hourly: writes that no client sends again. */
  'sweep-operations': Record<string, never>;
  /** A member deleted a conversation: delete the messages that the other one has deleted, too, with their files. */
  'purge-messages': { conversationId: string };
  /** Hourly: files that nobody has, and uploads that no message names. */
  'sweep-files': Record<string, never>;
  /** Hourly: sessions, access tokens, deliveries to webhooks and entries of the audit log whose time is over. */
  'sweep-sessions': Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** One piece of such work. */
export type Job = { [N in JobName]: { name: N; payload: JobPayloads[N] } }[JobName];
