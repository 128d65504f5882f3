import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { NotificationRow } from './notifications.queries.ts';
import type { FullSenderView, NotificationView, SenderView } from './notifications.schema.ts';

/** Notifications as the output says, in the order of the rows. One query, for the names of all senders. */
export async function presentNotifications(
  db: Db,
  rows: readonly NotificationRow[],
): Promise<NotificationView[]> {
  const senderIds = rows.flatMap((row) => row.senders.map((sender) => sender.sender_id));
  const senders = await presentSenders(db, senderIds);
  return rows.flatMap((row) => {
    const shown = row.senders.flatMap(({ sender_id, created_at }) => {
      const userId = senders.get(sender_id);
      return userId ? [{ userId, createdAt: new Date(created_at).toISOString() }] : [];
    });
    const latest = shown[0];
    if (!latest) return [];
    return [
      {
        _id: row.id,
        type: row.type,
        isRead: row.is_read,
        isDeleted: row.delete_after !== null,
        createdAt: row.latest_at.toISOString(),
        senders: shown,
        totalSenders: row.total_senders ?? shown.length,
        senderId: latest.userId._id,
        userType: latest.userId.userType,
        postId: row.post,
      },
    ];
  });
}

/** Returns the senders of these ids, by id, as typed lists and events carry them. */
export async function presentSenders(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SenderView['userId']>> {
  const profiles = await hydrateProfiles(db, [...new Set(ids)], undefined);
  return new Map(
    profiles.map(({ _id, userType, name, firstName, lastName, profilePicture }) => [
      _id,
      { _id, userType, basicInfo: { name, firstName, lastName, profilePicture } },
    ]),
  );
}

/** Returns a sender with the fields that only the documented reads have. */
export function completeSender({ userId, createdAt }: SenderView): FullSenderView {
  const { basicInfo } = userId;
  return {
    createdAt,
    userId: { ...userId, basicInfo: { ...basicInfo, concatNameWithSpace: basicInfo.name } },
  };
}
