import { relativeTime } from './relative-time.ts';
import { reasons as texts } from './suggestion-reason.texts.ts';

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
    friends > 0 && texts.friends(friends),
    kilometers !== null && kilometers <= near && texts.near(Math.max(1, Math.round(kilometers))),
    causes > 0 && texts.causes(causes),
    lastPublishedAt !== null && texts.posted(relativeTime(new Date(lastPublishedAt), now)),
  ].filter((reason) => reason !== false);
  const text = reasons.slice(0, 2).join(' · ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
