import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { ProfileView } from '../profiles/profiles.schema.ts';
import type { NotificationRow } from './notifications.queries.ts';
import type { FullSenderView, NotificationView } from './notifications.schema.ts';

/** Notifications as the output says, in the order of the rows. One query, for the names of all senders. */
export async function presentNotifications(
  db: Db,
  rows: readonly NotificationRow[],
): Promise<(NotificationView & { senders: FullSenderView[] })[]> {
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

/** The senders of these ids as notifications carry them. */
export async function presentSenders(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, FullSenderView['userId']>> {
  const profiles = await hydrateProfiles(db, [...new Set(ids)], undefined);
  return new Map(profiles.map((profile) => [profile._id, presentSender(profile)]));
}

function presentSender({ _id, userType, ...profile }: ProfileView): FullSenderView['userId'] {
  const { name, firstName, lastName, profilePicture } = profile;
  return {
    _id,
    userType,
    basicInfo: { name, concatNameWithSpace: name, firstName, lastName, profilePicture },
  };
}
