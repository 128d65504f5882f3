import { z } from 'zod';
import { mostFiles, type SentFiles, sentAttachment, sentImage } from '../files/files.schema.ts';
import { postLink } from '../invitations/invitations.schema.ts';
import { personView } from '../profiles/profiles.schema.ts';
import { chosenId, id, multilineText, pageInput, pageOf, requiredText } from '../validation.schema.ts';

/** Of a message's text, in UTF-16 units. */
export const messageLimit = 5000;

/** How many recipients can be priced at a time. */
const mostPriced = 1000;

/** What a message costs for each recipient who is not connected, in coins. */
export const coinsPerMessage = 1;

/** The error of a message that holds nothing. */
export const blankMessage = 'Message can not be blank';

const seq = z.int().min(0).max(2_147_483_647);
const caller = id.describe('The caller.');

/** An organization's address within the product. */
const organizationLink = z
  .string()
  .regex(
    /^\/organization\/details\/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
    'This is not the address of an organization',
  )
  .describe('`/organization/details/{userId}`');

/** Returns the id that the address of an organization names. */
export const organizationOf = (link: string): string => link.split('/').at(-1)?.toLowerCase() ?? '';

export const messageView = z.object({
  _id: z.string(),
  conversationId: z.string(),
  seq: seq.describe('Its place in the conversation: rising.'),
  senderId: z.string(),
  receiverId: z.string(),
  text: z.string(),
  images: z.array(
    z.object({
      path: z
        .string()
        .describe('From the origin, for members only; `?width=` in pixels chooses a smaller one.'),
      width: z.int(),
      height: z.int(),
    }),
  ),
  attachments: z.array(
    z.object({
      fileName: z.string(),
      extension: z.string(),
      path: z.string().describe('From the origin, for members only.'),
      bytes: z.int(),
    }),
  ),
  postLink: z.string().nullable(),
  organizationLink: z.string().nullable(),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
});
export type MessageView = z.infer<typeof messageView>;

/** A message as one member has it. */
export const messageEntity = z.object({
  _id: z.string().describe('The message’s.'),
  isRead: z.boolean().describe('Whether the caller has read it; own messages are read.'),
  message: messageView,
});
export type MessageEntity = z.infer<typeof messageEntity>;

/** A conversation as one member has it. */
export const conversationView = z.object({
  _id: z.string(),
  members: z.array(personView).describe('The two: the caller, and the other one.'),
  lastMessageEntity: messageEntity.nullable().describe('Null where the caller sees no message of it.'),
  unread: z.int().min(0).describe('How many messages the caller has not read.'),
  readUpTo: seq.describe('Messages up to this `seq` were read by the caller.'),
  otherReadUpTo: seq.describe('The same of the other one.'),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
  updatedAt: z.string().describe('Its place in the list: when the last message was sent, a UTC instant.'),
});
export type ConversationView = z.infer<typeof conversationView>;

const hasFiles = ({ images, attachments }: SentFiles) => images.length + attachments.length > 0;

export const sendInput = z
  .strictObject({
    _id: chosenId('message'),
    senderId: caller.optional(),
    receiverId: id.optional().describe('To whom. Begins the conversation of the two where there is none.'),
    conversationId: id.optional().describe('In place of the receiver, or beside them.'),
    text: multilineText(messageLimit).default(''),
    images: z
      .array(sentImage)
      .max(mostFiles, `At most ${mostFiles} pictures can be sent at a time.`)
      .default([])
      .describe(
        'Pictures, each as a data URL or `{ uploadId }`. With the attachments at most 26,214,400 bytes.',
      ),
    attachments: z
      .array(sentAttachment)
      .max(mostFiles, `At most ${mostFiles} files can be sent at a time.`)
      .default([])
      .describe('Other files: .pdf, .doc, .mp4, .json and .txt. `data` is a data URL.'),
    postLink: postLink.optional(),
    organizationLink: organizationLink.optional(),
    cost: z
      .int()
      .min(0)
      .optional()
      .describe('The price that was shown, in coins: where it is another one by now, nothing is sent (409).'),
  })
  .refine((input) => input.receiverId !== undefined || input.conversationId !== undefined, {
    path: ['receiverId'],
    error: 'This field is required',
  })
  .refine((input) => input.text !== '' || input.postLink || input.organizationLink || hasFiles(input), {
    path: ['text'],
    error: blankMessage,
  });
export type SendInput = z.output<typeof sendInput>;

export const sendOutput = z.object({
  message: messageView,
  conversation: conversationView.describe('As the caller has it after the message.'),
});

export const createInput = z
  .strictObject({
    _id: chosenId('conversation'),
    receiverId: id.optional().describe('The other member.'),
    members: z.array(id).length(2).optional().describe('The caller and the other member, in any order.'),
  })
  .refine((input) => input.receiverId !== undefined || input.members !== undefined, {
    path: ['receiverId'],
    error: 'This field is required',
  });

export const conversationsInput = z.strictObject({ id: caller.optional(), ...pageInput.shape });
export const conversationPage = pageOf(conversationView);

export const topInput = z.strictObject({
  id: caller.optional(),
  limit: z.int().min(1).max(50).default(10).describe('At most how many conversations.'),
});
/** How much of a text the dashboard shows, in characters. */
export const topLength = 150;
export const topOutput = z
  .array(conversationView)
  .describe(`The texts of their last messages are cut to ${topLength} characters and an ellipsis.`);

/** How many words are searched for at a time. */
export const mostWords = 8;
export const searchInput = z.strictObject({
  id: caller.optional(),
  text: requiredText(200).describe(
    `Up to ${mostWords} words. All of them are in each message; the last may be the beginning of one.`,
  ),
  conversationId: id.optional().describe('Only in this conversation of the caller’s.'),
  ...pageInput.shape,
});
export const messageSearchOutput = pageOf(z.object({ message: messageView, conversationId: z.string() }));

export const conversationIdInput = z.strictObject({ id: id.describe('The conversation.') });

export const historyInput = z.strictObject({
  id: conversationIdInput.shape.id,
  before: seq.optional().describe('Only messages before the one with this `seq`: scrolling up.'),
  after: seq.optional().describe('Only messages after the one with this `seq`, the oldest of them first.'),
  limit: z.int().min(1).max(200).default(30).describe('At most how many messages.'),
});
export const historyOutput = z.object({
  messageUserEntity: z.array(messageEntity).describe('Messages in their order, the oldest first.'),
  hasMore: z.boolean().describe('Whether there are more in the direction that was asked for.'),
});
export const openOutput = conversationView.extend(historyOutput.shape);

export const readInput = z.strictObject({
  id: conversationIdInput.shape.id,
  upTo: seq.describe('The `seq` of the last message that was read. It never goes back.'),
});
export const readOutput = z.object({ readUpTo: seq, unread: z.int().min(0) });

export const countInput = z.strictObject({ userId: caller.optional() });
export const countOutput = z.object({
  count: z.int().min(0).describe('Unread messages, in all conversations.'),
});

export const priceInput = z.strictObject({
  id: caller,
  receivers: z
    .array(id)
    .min(1)
    .max(mostPriced)
    .transform((ids) => [...new Set(ids)])
    .describe(`Ids, as a JSON array; at most ${mostPriced}.`),
});
export const priceOutput = z.object({
  cost: z.int().describe('What a message to all of them costs, in coins.'),
  receivers: z
    .array(z.object({ userId: z.string(), isConnected: z.boolean() }))
    .describe('Those whom the caller can reach.'),
});
