import type { UserEvent } from '../events/events.schema.ts';

/** The documented names of the live connection, and what carries each of them. */
const realtimeNames: readonly {
  documented: string;
  event?: UserEvent['type'] | 'connectivities';
  meaning: string;
}[] = [
  {
    documented: '`connect_user`',
    meaning: 'Subscribing to `events.stream`. The user is the session’s; no id is announced.',
  },
  {
    documented: '`Notification_{id}` `NewNotification`',
    event: 'notification-upserted',
    meaning: 'The notification as the list returns it, also when it has another sender or was read.',
  },
  {
    documented: '`Notification_{id}` `Count`',
    event: 'notification-count',
    meaning: 'Unread notifications in `onlyNew`, all of them in `total`.',
  },
  {
    documented: '`Connectivity_{userId}` `connected`, `disconnected`',
    event: 'connectivities',
    meaning:
      '`isConnected` true or false of a `userId`, in the subscription `connectivities.watch`; see below.',
  },
  {
    documented: '`Message_{id}` `NewMessage`',
    event: 'message-added',
    meaning:
      'The conversation as the list returns it; its last message is the new one. Own messages come, too.',
  },
  {
    documented: '`Message_{id}` `Count`',
    event: 'message-count',
    meaning: 'Unread messages in `onlyNew`.',
  },
];

/** How live events are received, for the API's reference, as Markdown. */
export const realtimeReference = `## Live events

In place of a socket with channels there is one subscription for all that happens to the signed-in user: the typed procedure \`events.stream\`, over WebSockets at \`/api/socket\`, or as server-sent events:

1. \`GET /api/trpc/events.head\` returns \`{ result: { data: { epoch, seq } } }\`: where the user’s log ends now.
2. \`GET /api/trpc/events.stream?input={"epoch":"…","since":0}\`, with the input URL-encoded and \`since\` the \`seq\` of the first step, returns \`text/event-stream\`. Each message is \`{ kind: "events", events: [{ seq, type, payload, … }] }\` with the last \`seq\` as its id, so that an \`EventSource\` that reconnects goes on where it was. After \`{ kind: "reset" }\` begin at the first step.

| Documented name | Event | What it carries |
| --- | --- | --- |
${realtimeNames.map(({ documented, event, meaning }) => `| ${documented} | ${event ? `\`${event}\`` : '–'} | ${meaning} |`).join('\n')}

Who is online comes by a subscription of its own, \`connectivities.watch\`, over the same transports: \`GET /api/trpc/connectivities.watch?input={"userIds":["…"]}\` with up to 200 ids returns \`{ kind: "connectivities", connectivities: [{ userId, isConnected }] }\`, first of all of them and then of each that changes, and \`{ kind: "typing", userId }\` while one of them is typing to the user. Only friends and conversation partners without a block between them are ever connected. A user is connected while a program has one of the two subscriptions open.
`;
