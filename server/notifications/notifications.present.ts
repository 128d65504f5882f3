import type { Db } from '#db/database.ts';
import { isoInstant } from '#db/instant.ts';
import { hydrateProfiles, presentName } from '../hydrate/profiles.ts';
import type { NotificationRow } from './notifications.queries.ts';
import type { FullSenderView, NotificationView, SenderView } from './notifications.schema.ts';

/** Returns a notification in the form of the output; undefined where none of its senders is there any more. */
export function presentNotification(row: NotificationRow): NotificationView | undefined {
  const senders = row.senders.map(({ created_at, ...sender }) => ({
    userId: presentSender(presentName(sender)),
    createdAt: isoInstant(created_at),
  }));
  const [latest] = senders;
  if (!latest) return undefined;
  return {
    _id: row.id,
    type: row.type,
    isRead: row.is_read,
    isDeleted: row.delete_after !== null,
    createdAt: row.latest_at.toISOString(),
    senders,
    totalSenders: row.total_senders,
    senderId: latest.userId._id,
    userType: latest.userId.userType,
    postId: row.post,
  };
}

/** Returns notifications in the form of the output, in the order of the rows. */
export const presentNotifications = (rows: readonly NotificationRow[]): NotificationView[] =>
  rows.flatMap((row) => presentNotification(row) ?? []);

/** Returns the senders of these ids, by id, as typed lists and events carry them. */
export async function presentSenders(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SenderView['userId']>> {
  const profiles = await hydrateProfiles(db, [...new Set(ids)], undefined);
  return new Map(profiles.map((profile) => [profile._id, presentSender(profile)]));
}

const presentSender = ({
  _id,
  userType,
  name,
  firstName,
  lastName,
  profilePicture,
}: ReturnType<typeof presentName>): SenderView['userId'] => ({
  _id,
  userType,
  basicInfo: { name, firstName, lastName, profilePicture },
});

/** Returns a sender with the fields that only the documented reads have. */
export function completeSender({ userId, createdAt }: SenderView): FullSenderView {
  const { basicInfo } = userId;
  return {
    createdAt,
    userId: { ...userId, basicInfo: { ...basicInfo, concatNameWithSpace: basicInfo.name } },
  };
}
