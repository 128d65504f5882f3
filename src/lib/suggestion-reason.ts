import { relativeTime } from './relative-time.ts';

interface Reasons {
  friends: number;
  causes: number;
  kilometers: number | null;
  lastPublishedAt: string | null;
}

/** Kilometers up to which nearness speaks for an organization. */
const near = 100;

/** Returns why an organization is suggested: at most two reasons, the strongest first; undefined where there is none. */
export function suggestionReason(
  { friends, causes, kilometers, lastPublishedAt }: Reasons,
  now: Date,
): string | undefined {
  const reasons = [
    friends > 0 && (friends === 1 ? '1 friend follows it' : `${friends} friends follow it`),
    kilometers !== null && kilometers <= near && `${Math.max(1, Math.round(kilometers))} km away`,
    causes > 0 && `shares ${causes} of your causes`,
    lastPublishedAt !== null && `posted ${relativeTime(new Date(lastPublishedAt), now)}`,
  ].filter((reason) => reason !== false);
  const text = reasons.slice(0, 2).join(' · ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
