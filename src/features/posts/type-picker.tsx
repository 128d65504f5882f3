import type { PostType } from '#server/posts/post-rules.schema.ts';
import { postTypes } from '#src/entities/post-type.ts';
import { cn } from '#src/lib/cn.ts';
import { texts } from './post-form.texts.ts';

/** What the picker calls each type, and what it is for. */
const choices: Record<PostType, { name: string; help: string }> = texts.typePicker;

/** Which kind of post it is to be: decides which fields the form has. */
export function TypePicker({ onPick }: { onPick: (postType: PostType) => void }) {
  return (
    <ul className="wrap-anywhere grid grid-cols-1 gap-3 sm:grid-cols-2">
      {(Object.keys(choices) as PostType[]).map((postType) => {
        const { icon: Icon, badge } = postTypes[postType];
        return (
          <li key={postType}>
            <button
              type="button"
              onClick={() => onPick(postType)}
              className="flex size-full items-start gap-3.5 rounded-lg border border-line-strong/60 bg-surface p-4 text-left transition-colors hover:border-brand-ink hover:bg-brand-soft"
            >
              <span className={cn('rounded-md p-2', badge)}>
                <Icon aria-hidden className="size-5" />
              </span>
              <span>
                <span className="block font-semibold">{choices[postType].name}</span>
                <span className="block text-muted text-sm">{choices[postType].help}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
