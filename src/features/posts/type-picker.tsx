import type { PostType } from '#server/posts/post-rules.schema.ts';
import { postTypes } from '#src/entities/post-type.ts';
import { cn } from '#src/lib/cn.ts';

/** What the picker calls each type, and what it is for. */
const choices: Record<PostType, { name: string; help: string }> = {
  event: { name: 'Event', help: 'Something to come to, at a set time and place.' },
  project: { name: 'Project', help: 'Ongoing work to join, with hours and skills.' },
  general: { name: 'General Post', help: 'News, thanks, a story.' },
  volunteering: { name: 'Volunteering', help: 'A call for helping hands.' },
  'in-kind': { name: 'In-Kind', help: 'Things you need, and by when.' },
  advocacy: { name: 'Advocacy', help: 'A cause to speak up for, or a petition to sign.' },
};

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
