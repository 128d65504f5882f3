import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import type { ConversationView, MessageView } from '#server/conversations/conversations.schema.ts';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { alice, bob, carol, dan } from './people.ts';

/** An id that shows tests which number it is of. */
export const idOf = (number: number) => `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`;

const minute = (number: number) => new Date(Date.UTC(2026, 4, 1, 0, number)).toISOString();

/** An event of Carol's, the later the higher its number. */
export function postView(number: number, more: Partial<PostView> = {}): PostView {
  return {
    _id: idOf(number),
    postType: 'event',
    title: `Post ${number}`,
    description: '',
    images: [],
    impactAreas: [],
    skills: [],
    keywords: [],
    startDateTime: null,
    endDateTime: null,
    timeZone: null,
    address: null,
    creatorId: carol._id,
    organizationName: carol.name,
    organizationProfilePicture: null,
    createdAt: minute(number),
    publishedAt: minute(number),
    isActive: true,
    topNeed: false,
    postURL: null,
    contact: null,
    expectedRequiredHours: null,
    requiredItems: [],
    petitionLink: null,
    addable: true,
    isAdded: false,
    reminder: null,
    views: 0,
    follows: true,
    scheduledPublish: false,
    scheduledPublishDateTime: null,
    sharedBy: null,
    sharedByName: null,
    sharedAt: null,
    interests: [],
    counts: { liked: 0, interested: 0, going: 0 },
    ...more,
  };
}

/** Bob likes one of Carol's posts, the later the higher the number. */
export function notificationView(number: number, more: Partial<NotificationView> = {}): NotificationView {
  const [firstName, lastName] = [bob.name, 'Baker'];
  return {
    _id: idOf(number),
    type: 'like',
    isRead: false,
    isDeleted: false,
    createdAt: minute(number),
    senders: [
      {
        userId: {
          _id: bob._id,
          userType: 'individual',
          basicInfo: { name: `${firstName} ${lastName}`, firstName, lastName, profilePicture: null },
        },
        createdAt: minute(number),
      },
    ],
    totalSenders: 1,
    senderId: bob._id,
    userType: 'individual',
    postId: { _id: idOf(number), postType: 'event', title: `Post ${number}` },
    ...more,
  };
}

/** Dan volunteers for Carol, once she agrees. */
export const membershipView = (more: Partial<MembershipView> = {}): MembershipView => ({
  _id: idOf(8),
  individualId: dan._id,
  organizationId: carol._id,
  membershipType: 'volunteer',
  status: 'pending',
  startTime: { month: 0, year: 2026 },
  endTime: null,
  isCurrent: true,
  requestedBy: 'individual',
  createdAt: minute(0),
  individualFirstName: dan.name,
  individualLastName: 'Dixon',
  individualName: `${dan.name} Dixon`,
  individualProfilePicture: null,
  organizationName: carol.name,
  organizationProfilePicture: null,
  ...more,
});

/** A message of Bob's to Alice in their first conversation, the later the higher its number. */
export const messageView = (number: number, more: Partial<MessageView> = {}): MessageView => ({
  _id: idOf(1000 + number),
  conversationId: idOf(1),
  seq: number,
  senderId: bob._id,
  receiverId: alice._id,
  text: `Message ${number}`,
  images: [],
  attachments: [],
  postLink: null,
  organizationLink: null,
  createdAt: minute(number),
  ...more,
});

/** A conversation of Alice and Bob, with one message of Bob's. */
export function conversationView(number: number, more: Partial<ConversationView> = {}): ConversationView {
  const person = ({ _id, name }: { _id: string; name: string }) => ({
    _id,
    userType: 'individual' as const,
    name,
    firstName: name,
    lastName: null,
    profilePicture: null,
  });
  const message = messageView(number, { _id: idOf(number), conversationId: idOf(number), seq: 1 });
  return {
    _id: idOf(number),
    members: [person(alice), person(bob)],
    lastMessageEntity: { _id: message._id, isRead: false, message },
    unread: 1,
    readUpTo: 0,
    otherReadUpTo: 1,
    createdAt: minute(0),
    updatedAt: minute(number),
    ...more,
  };
}

/** A message of Alice's to nine people, the later the higher its number. */
export function bulkMessageView(number: number, more: Partial<BulkMessageView> = {}): BulkMessageView {
  return {
    _id: idOf(number),
    text: 'Hello all',
    total: 9,
    done: 0,
    sent: 0,
    cost: 0,
    spent: 0,
    state: 'sending',
    createdAt: minute(number),
    finishedAt: null,
    ...more,
  };
}
