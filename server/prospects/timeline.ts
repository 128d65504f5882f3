import { decodeCursor, encodeCursor } from '#db/keyset.ts';
import type { Context } from '../context.ts';
import { departuresMs } from '../cultivations/keep-up.ts';
import { badField } from '../errors.ts';
import { type TimelineEntry, timelineKinds } from './prospects.schema.ts';
import { findTimeline, type TimelinePlace, type TimelineRow } from './timeline.queries.ts';

/** Returns a page of what a user did with an organization, and it with them, the newest first. */
export async function readTimeline(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  {
    userId,
    organizationId,
    limit,
    cursor,
  }: { userId: string; organizationId: string; limit: number; cursor: string | null | undefined },
): Promise<{ items: TimelineEntry[]; cursor: string | null }> {
  const from = cursor == null ? undefined : readPlace(cursor);
  const departedSince = new Date(ports.clock.now().getTime() - departuresMs);
  const rows = await findTimeline(db, { userId, organizationId, limit: limit + 1, from, departedSince });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(presentEntry), cursor: rows.length > limit && last ? writePlace(last) : null };
}

const writePlace = ({ at, id, kind }: TimelinePlace) => `${encodeCursor({ at, id })}_${kind}`;

/** Parses a cursor of a timeline. Throws a 400 where the text is none. */
function readPlace(text: string): TimelinePlace {
  const kind = timelineKinds.find((one) => text.endsWith(`_${one}`));
  const place = kind && decodeCursor(text.slice(0, -kind.length - 1));
  if (!place) throw badField('cursor', 'This is not a cursor.');
  return { ...place, kind };
}

const presentEntry = ({ at, kind, id, post, list, membershipType }: TimelineRow): TimelineEntry => ({
  _id: `${kind}_${id}`,
  kind,
  at: at.toISOString(),
  post,
  list,
  membershipType,
  conversationId: kind === 'conversation' ? id : null,
});
