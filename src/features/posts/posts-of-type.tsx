import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type PostType, postRules, postTypeLabels } from '#server/posts/post-rules.schema.ts';
import { Switch } from '#src/components/switch.tsx';
import { PostList } from './post-list.tsx';

interface PostsOfTypeProps extends Pick<ComponentProps<typeof PostList>, 'followButton' | 'passOn'> {
  postType: PostType;
  /** Only those of this organization. */
  creatorId?: string | undefined;
  /** Only what is needed most. */
  topNeed: boolean;
}

/** The published posts of one type. What is needed most can be asked for alone, where the type can say so. */
export function PostsOfType({ postType, creatorId, topNeed, ...actions }: PostsOfTypeProps) {
  const navigate = useNavigate();
  const saysNeed = postRules[postType].fields.some((field) => field === 'topNeed');
  return (
    <>
      {saysNeed && (
        <Switch
          label="Show Only Top Need"
          checked={topNeed}
          onCheckedChange={(checked) =>
            void navigate({ to: '.', search: checked ? { topNeed: true } : {}, replace: true })
          }
        />
      )}
      <PostList
        filters={{
          postTypes: [postType],
          ...(creatorId !== undefined && { creatorId }),
          ...(saysNeed && topNeed && { topNeed }),
        }}
        emptyHint={
          saysNeed && topNeed
            ? 'Nothing of this kind is marked as a top need just now.'
            : `There is no ${postTypeLabels[postType]} published just now.`
        }
        {...actions}
      />
    </>
  );
}
