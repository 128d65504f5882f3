import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { dayOf } from './days.ts';

/** Milliseconds within which messages of one member stand close together. */
const closeMs = 5 * 60_000;

/** A message with what stands above it. */
export interface HistoryItem {
  message: ShownMessage;
  /** Whether it is the first of its day. */
  beginsDay: boolean;
  /** Whether the line above the new messages stands before it. */
  isFirstNew: boolean;
  /** Whether it goes on from the message before it: same sender, a moment later. */
  continues: boolean;
}

/**
 * Returns one item for each message, so that lines and days that come and go change no place in the list.
 * @param newAfter the `seq` up to which the viewer had read; undefined where nothing is marked as new
 */
export function historyItems(messages: readonly ShownMessage[], newAfter: number | undefined): HistoryItem[] {
  let hasNew = false;
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const time = new Date(message.createdAt);
    const timeBefore = before && new Date(before.createdAt);
    const beginsDay = !timeBefore || dayOf(time) !== dayOf(timeBefore);
    const isFirstNew =
      !hasNew &&
      newAfter !== undefined &&
      !message.isOwn &&
      message.seq !== undefined &&
      message.seq > newAfter;
    hasNew ||= isFirstNew;
    return {
      message,
      beginsDay,
      isFirstNew,
      continues:
        !beginsDay &&
        !isFirstNew &&
        before?.isOwn === message.isOwn &&
        timeBefore !== undefined &&
        time.getTime() - timeBefore.getTime() < closeMs,
    };
  });
}
