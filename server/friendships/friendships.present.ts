import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { Friendship } from './friendships.queries.ts';
import type { FriendshipView } from './friendships.schema.ts';

/** Friendships with the names and pictures of both sides, in the order of the rows. One query for all of them. */
export async function presentFriendships(db: Db, rows: readonly Friendship[]): Promise<FriendshipView[]> {
  const ids = new Set(rows.flatMap((row) => [row.sender_id, row.receiver_id]));
  const profiles = await hydrateProfiles(db, [...ids], undefined);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  return rows.flatMap((row) => {
    const [sender, receiver] = [byId.get(row.sender_id), byId.get(row.receiver_id)];
    if (!sender || !receiver) return [];
    return [
      {
        _id: row.id,
        senderId: row.sender_id,
        receiverId: row.receiver_id,
        status: row.status,
        createdAt: row.created_at.toISOString(),
        acceptedAt: row.accepted_at?.toISOString() ?? null,
        sender,
        receiver,
      },
    ];
  });
}
