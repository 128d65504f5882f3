import { hasField, type PostType } from '#server/posts/post-rules.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { deviceTimeZone, toInstant } from '#src/lib/zoned-time.ts';
import type { PostFormValues } from './post-form.ts';

/** Returns what publishing a dated post without a date or a place means. */
export function missingNotes(
  postType: PostType,
  { startDateTime, address }: Pick<PostFormValues, 'startDateTime' | 'address'>,
): string[] {
  if (!hasField(postType, 'startDateTime')) return [];
  const notes: string[] = [];
  if (startDateTime === null) notes.push('It has no date, so it won’t appear in calendars.');
  if (address.fullAddress.trim() === '') notes.push('It has no address, so it won’t appear on the map.');
  else if (address.latitude === null)
    notes.push('Its address wasn’t chosen from the list, so it won’t appear on the map.');
  return notes;
}

/** Returns what is wrong with a schedule that lies after the post has begun or ended. */
export function scheduleNotes(
  values: Pick<PostFormValues, 'startDateTime' | 'endDateTime' | 'timeZone' | 'scheduledPublishDateTime'>,
): string[] {
  const timeOf = (wallClock: string | null, timeZone: string) =>
    wallClock === null || wallClock === halfTyped ? Number.NaN : Date.parse(toInstant(wallClock, timeZone));
  const publishes = timeOf(values.scheduledPublishDateTime, deviceTimeZone());
  const starts = timeOf(values.startDateTime, values.timeZone);
  const ends = timeOf(values.endDateTime, values.timeZone);
  if (publishes >= ends) return ['It’s scheduled to be published after it ends.'];
  if (publishes >= starts) return ['It’s scheduled to be published after it starts.'];
  return [];
}
