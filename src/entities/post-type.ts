import {
  CalendarDays,
  Gift,
  HandHeart,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Sprout,
} from 'lucide-react';
import { type PostType, postTypeLabels } from '#server/posts/post-rules.schema.ts';

/** How a post type looks wherever it appears. */
export interface PostTypeLook {
  label: string;
  icon: LucideIcon;
  /** Classes for a badge: its text on its tint. */
  badge: string;
  /** Classes for a filled shape: a calendar entry, a pin, a legend mark. */
  fill: string;
  /** CSS colours for what is not styled by classes (map layers, charts). They differ by theme. */
  color: `var(--color-post-${string})`;
  tint: `var(--color-post-${string}-soft)`;
}

/** The six post types in the order in which they are offered. */
export const postTypes: Record<PostType, PostTypeLook> = {
  event: {
    label: postTypeLabels.event,
    icon: CalendarDays,
    badge: 'bg-post-event-soft text-post-event',
    fill: 'bg-post-event text-on-post',
    color: 'var(--color-post-event)',
    tint: 'var(--color-post-event-soft)',
  },
  project: {
    label: postTypeLabels.project,
    icon: Sprout,
    badge: 'bg-post-project-soft text-post-project',
    fill: 'bg-post-project text-on-post',
    color: 'var(--color-post-project)',
    tint: 'var(--color-post-project-soft)',
  },
  volunteering: {
    label: postTypeLabels.volunteering,
    icon: HandHeart,
    badge: 'bg-post-volunteering-soft text-post-volunteering',
    fill: 'bg-post-volunteering text-on-post',
    color: 'var(--color-post-volunteering)',
    tint: 'var(--color-post-volunteering-soft)',
  },
  'in-kind': {
    label: postTypeLabels['in-kind'],
    icon: Gift,
    badge: 'bg-post-in-kind-soft text-post-in-kind',
    fill: 'bg-post-in-kind text-on-post',
    color: 'var(--color-post-in-kind)',
    tint: 'var(--color-post-in-kind-soft)',
  },
  general: {
    label: postTypeLabels.general,
    icon: MessageSquareText,
    badge: 'bg-post-general-soft text-post-general',
    fill: 'bg-post-general text-on-post',
    color: 'var(--color-post-general)',
    tint: 'var(--color-post-general-soft)',
  },
  advocacy: {
    label: postTypeLabels.advocacy,
    icon: Megaphone,
    badge: 'bg-post-advocacy-soft text-post-advocacy',
    fill: 'bg-post-advocacy text-on-post',
    color: 'var(--color-post-advocacy)',
    tint: 'var(--color-post-advocacy-soft)',
  },
};
