import { z } from 'zod';
import { membershipTypes } from '#db/tables/relations.ts';
import { chosenId, id, multilineText, pageInput, pageOf } from '../validation.schema.ts';
import { blankMessage, messageLimit } from './conversations.schema.ts';

/** How many recipients can be named at a time. */
const mostNamed = 5000;

/** The error where there is nobody to send to. */
export const nobodyToSend = 'No Users To Be Sent';

const caller = id.describe('The caller.');
const textWith = (blank: string) => multilineText(messageLimit).min(1, blank);
const cost = z
  .int()
  .min(0)
  .optional()
  .describe('The price that was shown, in coins: where it is another one by now, nothing is sent (409).');
const onlyConnected = z
  .boolean()
  .default(false)
  .describe('Leaves out those who are not connected: then it costs nothing.');
const receiverIds = z
  .array(id)
  .min(1, nobodyToSend)
  .max(mostNamed, `Write to at most ${mostNamed} users at a time`)
  .transform((ids) => [...new Set(ids)])
  .describe(`Ids, at most ${mostNamed}.`);

const connection = z
  .enum(['followers', 'endorsers', 'viewers', 'friends', 'followings', 'members'])
  .describe('What they are to the caller. `members` are those whose membership is accepted and not over.');
const connectionType = z
  .enum(['all', 'new', 'individual', 'organization', ...membershipTypes])
  .describe('Which of them: `new` is those of the last 7 days. Only members have a type of membership.');

type ConnectionType = z.infer<typeof connectionType>;
/** Whether a part of a group is a type of membership. */
export const isMembershipType = (type: ConnectionType | undefined): boolean =>
  membershipTypes.some((one) => one === type);

/** Whether a group is one that there is. For `refine`, with `noGroup`. */
const isGroup = (group: { connection?: unknown; connectionType?: ConnectionType | undefined }): boolean =>
  group.connection === 'members' || !isMembershipType(group.connectionType);
const noGroup = { path: ['connectionType'], error: 'Only members have a type of membership' };

/** People by what they are to the sender. */
export interface Group {
  connection: z.infer<typeof connection>;
  connectionType: z.infer<typeof connectionType>;
}

export const sendToManyInput = z.strictObject({
  _id: chosenId('bulk message'),
  id: caller,
  receiverIds,
  messageText: textWith(blankMessage),
  onlyConnected,
  cost,
});

export const sendToGroupInput = z
  .strictObject({
    _id: chosenId('bulk message'),
    userId: caller,
    connection,
    connectionType,
    text: textWith('Can not send blank message!'),
    onlyConnected,
    cost,
  })
  .refine(isGroup, noGroup);

export const bulkPriceInput = z
  .strictObject({
    id: caller,
    receiverIds: receiverIds.optional(),
    connection: connection.optional(),
    connectionType: connectionType.optional(),
    onlyConnected,
  })
  .refine((input) => (input.receiverIds === undefined) !== (input.connection === undefined), {
    path: ['receiverIds'],
    error: 'Name either the users or what they are to you',
  })
  .refine(isGroup, noGroup);
export const bulkPriceOutput = z.object({
  total: z.int().describe('How many can be reached.'),
  connected: z.int().describe('How many of them are connected.'),
  cost: z.int().describe('What a message to all of them costs, in coins.'),
});

/** A message to many, as its sender sees it. */
export const bulkMessageView = z.object({
  _id: z.string(),
  text: z.string(),
  total: z.int().describe('How many recipients there were as it began.'),
  done: z.int().describe('How many of them have had their turn.'),
  sent: z.int().describe('How many of those were sent a message. Nobody else could be reached any more.'),
  cost: z.int().describe('What it costs at most, in coins: the price that was confirmed.'),
  spent: z.int().describe('What was paid until now, in coins.'),
  state: z.enum(['sending', 'done']),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
  finishedAt: z.string().nullable().describe('UTC instant, ISO 8601.'),
});
export type BulkMessageView = z.infer<typeof bulkMessageView>;

export const bulkMessageIdInput = z.strictObject({ id: id.describe('The bulk message.') });
export const bulkMessagesInput = z.strictObject({ userId: caller.optional(), ...pageInput.shape });
export const bulkMessagePage = pageOf(bulkMessageView);
