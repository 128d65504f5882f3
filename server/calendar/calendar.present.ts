import { presentAddress } from '../hydrate/posts.ts';
import type { CalendarRow } from './calendar.queries.ts';
import type { CalendarEntry } from './calendar.schema.ts';
import type { CalendarReason } from './calendar-rules.schema.ts';

/**
 * A post at its time in a calendar.
 * @param ownerId whose calendar it is, where it is the viewer's own: then it holds why the post stands there
 */
export function presentEntry(row: CalendarRow, ownerId: string | undefined): CalendarEntry {
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    _id: row.id,
    postType: row.post_type,
    title: row.title,
    startDateTime: text(row.start_at),
    endDateTime: text(row.end_at),
    timeZone: row.time_zone,
    address: presentAddress(row),
    creatorId: row.creator_id,
    organizationName: row.organization_name,
    isActive: row.is_active,
    topNeed: row.top_need,
    scheduledPublish: row.scheduled_publish,
    scheduledPublishDateTime: text(row.scheduled_publish_at),
    impactAreas: row.impact_areas,
    skills: row.skills,
    starts: row.starts.toISOString(),
    ends: row.ends.toISOString(),
    because: ownerId === undefined ? [] : reasonsOf(row, ownerId),
  };
}

function reasonsOf(row: CalendarRow, ownerId: string): CalendarReason[] {
  const holds: Record<CalendarReason, boolean> = {
    own: row.is_active && row.creator_id === ownerId,
    scheduled: !row.is_active,
    followed: row.followed,
    added: row.added,
    going: row.going,
  };
  return (Object.keys(holds) as CalendarReason[]).filter((reason) => holds[reason]);
}
