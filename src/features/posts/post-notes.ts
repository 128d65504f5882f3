import { hasField, type PostType } from '#server/posts/post-rules.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { toInstant } from '#src/lib/zoned-time.ts';
import { texts } from './post-form.texts.ts';
import type { PostFormValues } from './post-form.ts';

/** Returns what publishing a dated post without a date or a place means. */
export function missingNotes(
  postType: PostType,
  { startDateTime, address }: Pick<PostFormValues, 'startDateTime' | 'address'>,
): string[] {
  if (!hasField(postType, 'startDateTime')) return [];
  const notes: string[] = [];
  if (startDateTime === null) notes.push(texts.postNotes.noDate);
  if (address.fullAddress.trim() === '') notes.push(texts.postNotes.noAddress);
  else if (address.latitude === null) notes.push(texts.postNotes.addressNotChosen);
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
  if (publishes >= ends) return [texts.postNotes.afterItEnds];
  if (publishes >= starts) return [texts.postNotes.afterItStarts];
  return [];
}
