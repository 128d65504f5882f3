import { z } from 'zod';
import { userTypes } from '#db/tables/columns.ts';
import { notificationTypes } from '#db/tables/notifications.ts';
import { postTypes } from '../posts/post-rules.schema.ts';
import { id, instant, pageInput, pageOf } from '../validation.schema.ts';

/** How many senders a notification carries itself. */
export const shownSenders = 3;

/**
 * How many senders each notification of a REST page carries. The page as a whole carries at most `pageSenders`, so that
 * a long page of popular notifications stays small.
 */
const fullSenders = 100;
const pageSenders = 3000;
export const sendersPerLine = (limit: number) => Math.min(fullSenders, Math.floor(pageSenders / limit));

/** For how many seconds a deleted notification can be brought back. */
export const undoSeconds = 10;

/** How many notifications the header's dropdown and the dashboard show. */
const topNotifications = 10;

const userType = z.enum(userTypes);

export const sender = z.object({
  userId: z.object({
    _id: z.string(),
    userType,
    basicInfo: z.object({
      name: z.string().describe('Display name.'),
      firstName: z.string().nullable().describe('Null for organizations.'),
      lastName: z.string().nullable(),
      profilePicture: z.string().nullable().describe('Path below /media, or null.'),
    }),
  }),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
});

/** Everybody who did the same thing to the same object, as one line. */
export const notificationView = z.object({
  _id: z.string(),
  type: z.enum(notificationTypes),
  isRead: z.boolean(),
  createdAt: z.string().describe('When the latest sender did it: a UTC instant. The place in the list.'),
  senders: z.array(sender).describe(`The latest ${shownSenders}, latest first.`),
  totalSenders: z.int(),
  isDeleted: z.boolean().describe('Deleted, and in no list any more, but it can still be brought back.'),
  senderId: z.string().describe('The latest sender.'),
  userType: userType.describe('The latest sender’s.'),
  postId: z
    .object({
      _id: z.string(),
      postType: z.enum(postTypes),
      title: z.string(),
      isInvited: z
        .boolean()
        .optional()
        .describe(
          'Whether the latest sender invited to view it: a `new-post` says so then. Absent in events of older servers.',
        ),
    })
    .nullable()
    .describe('The post that it is about, or null.'),
});
export type NotificationView = z.infer<typeof notificationView>;

export const notificationListInput = z
  .strictObject({
    topNotifications: z.boolean().default(false).describe(`Only the newest ${topNotifications}.`),
    cursor: pageInput.shape.cursor,
    limit: z.int().min(1).max(100).default(30).describe('At most how many.'),
  })
  .transform((input) => (input.topNotifications ? { ...input, limit: topNotifications } : input));

export const notificationPage = pageOf(notificationView).extend({
  total: z.int().describe('All of the caller’s notifications.'),
});

/** The same list as the documented read returns it: with everybody who is behind each notification. */
const fullSender = sender.extend({
  userId: sender.shape.userId.extend({
    basicInfo: sender.shape.userId.shape.basicInfo.extend({
      concatNameWithSpace: z.string().describe('Display name.'),
    }),
  }),
});
export type SenderView = z.infer<typeof sender>;
export type FullSenderView = z.infer<typeof fullSender>;
export const fullNotificationPage = notificationPage.extend({
  items: z.array(
    notificationView.extend({
      senders: z
        .array(fullSender)
        .describe(
          `Latest first, at most ${fullSenders}; of a page of more than ${pageSenders / fullSenders} at most ${pageSenders} in all. \`GET /notifications/{id}/senders\` lists the rest.`,
        ),
    }),
  ),
});

export const notificationCountInput = z.strictObject({
  onlyNew: z.boolean().default(false).describe('Only unread ones.'),
});

export const notificationCount = z.object({ count: z.int() });

export const notificationIdInput = z.strictObject({ id: id.describe('The notification.') });

export const markInput = z.strictObject({
  id: id.describe('The notification.'),
  isRead: z.boolean(),
});

export const markAllInput = z.strictObject({
  isRead: z.boolean(),
  all: z
    .boolean()
    .default(true)
    .describe('Also when absent, this is about all of them. False: about none, and nothing changes.'),
  until: instant
    .optional()
    .describe('The `createdAt` of the newest that the caller saw: what came after it stays as it is.'),
});

export const sendersInput = z.strictObject({
  id: id.describe('The notification.'),
  cursor: pageInput.shape.cursor,
  limit: z.int().min(1).max(100).default(30).describe('At most how many.'),
});
export const senderPage = pageOf(fullSender);
