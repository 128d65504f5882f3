import { defineCollection } from '../engine/collection.ts';
import { pictureLimits, pictureRows, trimPictures } from './picture-rows.ts';

/** Pictures of messages that have arrived or were on the screen, so that they can be seen without a network. */
export const messagePictures = defineCollection({
  stores: [pictureRows],
  events: {
    'message-added': ({ payload: { conversation } }) => {
      const message = conversation.lastMessageEntity?.message;
      return (message?.images ?? []).map(({ path }) =>
        pictureRows.update(
          path,
          (row) =>
            row ?? {
              path,
              conversationId: conversation._id,
              keptAt: new Date(message?.createdAt ?? 0),
              isWanted: 1,
            },
        ),
      );
    },
    'conversation-removed': ({ payload: { conversationId } }) => [
      {
        cleans: [pictureRows.name],
        clean: (db) => pictureRows.in(db).where('conversationId').equals(conversationId).delete(),
      },
    ],
  },
  readAhead: async (db) => {
    // Those that have failed come after the others.
    const next = await pictureRows.in(db).where('isWanted').above(0).first();
    return next && (async () => (await import('./fetch-pictures.ts')).fetchAhead(db, next));
  },
  trim: (db, isFull) => trimPictures(db, isFull ? 0 : pictureLimits.pictures),
});
