import { MapPin } from 'lucide-react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { farText } from '#src/lib/near.ts';
import { ListedPostSlot } from './action-slots.tsx';

/** A post of a list, below how far away it is where that is known. */
export function PostWithDistance({ post }: { post: PostView & { kilometers?: number | undefined } }) {
  return (
    <div className="flex flex-col gap-1.5">
      {post.kilometers !== undefined && (
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin aria-hidden className="size-4" />
          {farText(post.kilometers)}
        </p>
      )}
      <ListedPostSlot fetched={post} canFollow />
    </div>
  );
}
