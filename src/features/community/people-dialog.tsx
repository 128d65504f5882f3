import { Search, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '#src/app/session.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { EndorserList, FollowerList, InteractedList, ViewerList } from './people-lists.tsx';

/** Whom a dialog lists: those around the organization that the viewer is, or those who reacted to a post. */
export type PeopleOf =
  | { kind: 'followers' | 'endorsers' | 'viewers' }
  | { kind: 'interacted'; postId: string; title: string };

const lists = {
  followers: {
    title: 'Followers',
    List: FollowerList,
    empty: 'No Follower Found',
    hint: 'People find you by what you publish. Tell them what you are doing.',
  },
  endorsers: {
    title: 'Endorsers',
    List: EndorserList,
    empty: 'No Endorser Found',
    hint: 'Whoever vouches for you is listed here.',
  },
  viewers: {
    title: 'Viewers',
    List: ViewerList,
    empty: 'No User Found',
    hint: 'Whoever is signed in and looks at a post counts once. People who cannot be found are not listed.',
  },
};

interface PeopleDialogProps {
  of: PeopleOf;
  /** What can be done with all of them, above the list. */
  action: ReactNode;
  onClose: () => void;
}

/** Lists people in a dialog, with a search by name where there may be many. */
export function PeopleDialog({ of, action, onClose }: PeopleDialogProps) {
  const isPost = of.kind === 'interacted';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={isPost ? 'Who interacted' : lists[of.kind].title}
        description={isPost ? of.title : undefined}
      >
        {action}
        {isPost ? (
          <InteractedList
            userId={of.postId}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title="No User Found"
                hint="Some people keep to themselves what they like and where they go."
              />
            }
          />
        ) : (
          <SearchedPeople kind={of.kind} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Milliseconds without a key press after which a search begins. */
const searchDelayMs = 300;

function SearchedPeople({ kind }: { kind: keyof typeof lists }) {
  const userId = useUser()?._id ?? '';
  const [text, setText] = useState('');
  const name = useDebounced(text.trim(), searchDelayMs);
  const { List, title, empty, hint } = lists[kind];
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={`Search ${title.toLowerCase()} by name`}
        hideLabel
        type="search"
        icon={<Search />}
        placeholder={`Search ${title.toLowerCase()} by name`}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <List
        userId={userId}
        name={name || undefined}
        empty={
          <EmptyState
            icon={<UsersRound />}
            title={empty}
            hint={name ? `Nobody here has a name with “${name}”.` : hint}
          />
        }
      />
    </div>
  );
}
