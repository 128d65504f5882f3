import type { PostType } from '#server/posts/post-rules.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { cn } from '#src/lib/cn.ts';
import { postTypes } from './post-type.ts';

/** The kind of a post in its colour, with its icon and label. */
export function PostTypeBadge({ type, className }: { type: PostType; className?: string | undefined }) {
  const { label, icon: Icon, badge } = postTypes[type];
  return (
    <Badge className={cn(badge, className)}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
