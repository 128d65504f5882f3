import { Search, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { TextField } from '#src/components/text-field.tsx';
import type { Choice } from '#src/entities/choosable.tsx';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { EndorserList, FollowerList, InteractedList, ViewerList } from './people-lists.tsx';
import { texts } from './texts.ts';

/** Whom a dialog lists: those around the organization that the viewer is, or those who reacted to a post. */
export type PeopleOf =
  | { kind: 'followers' | 'endorsers' | 'viewers' }
  | { kind: 'interacted'; postId: string; title: string };

const lists = {
  followers: {
    title: texts.peopleDialog.followers,
    List: FollowerList,
    empty: texts.peopleDialog.noFollowerFound,
    hint: texts.peopleDialog.noFollowerHint,
  },
  endorsers: {
    title: texts.peopleDialog.endorsers,
    List: EndorserList,
    empty: texts.peopleDialog.noEndorserFound,
    hint: texts.peopleDialog.noEndorserHint,
  },
  viewers: {
    title: texts.peopleDialog.viewers,
    List: ViewerList,
    empty: texts.peopleDialog.noUserFound,
    hint: texts.peopleDialog.noViewerHint,
  },
};

interface PeopleDialogProps {
  of: PeopleOf;
  /** What can be done with those who were chosen, or with all of them, above the list. */
  renderAction: (chosen: readonly string[]) => ReactNode;
  onClose: () => void;
}

/** Lists people in a dialog, to choose some of them, with a search by name where there may be many. */
export function PeopleDialog({ of, renderAction, onClose }: PeopleDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choice: Choice = {
    isChosen: (id) => chosen.has(id),
    onChange: (id, isChosen) => {
      const others = [...chosen].filter((other) => other !== id);
      setChosen(new Set(isChosen ? [...others, id] : others));
    },
  };
  const isPost = of.kind === 'interacted';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={isPost ? texts.peopleDialog.whoInteracted : lists[of.kind].title}
        description={isPost ? <bdi>{of.title}</bdi> : undefined}
      >
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {chosen.size > 0 && (
            <Button size="sm" variant="quiet" onClick={() => setChosen(new Set())}>
              {texts.peopleDialog.clearSelection}
            </Button>
          )}
          {renderAction([...chosen])}
        </div>
        {isPost ? (
          <InteractedList
            userId={of.postId}
            choice={choice}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title={texts.peopleDialog.noUserFound}
                hint={texts.peopleDialog.noInteractionHint}
              />
            }
          />
        ) : (
          <SearchedPeople kind={of.kind} choice={choice} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Milliseconds without a key press after which a search begins. */
const searchDelayMs = 300;

function SearchedPeople({ kind, choice }: { kind: keyof typeof lists; choice: Choice }) {
  const userId = useUser()?._id ?? '';
  const [text, setText] = useState('');
  const name = useDebounced(text.trim(), searchDelayMs);
  const { List, title, empty, hint } = lists[kind];
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={texts.peopleDialog.searchByName(title.toLowerCase())}
        hideLabel
        type="search"
        icon={<Search />}
        placeholder={texts.peopleDialog.searchByName(title.toLowerCase())}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <List
        userId={userId}
        name={name || undefined}
        choice={choice}
        empty={
          <EmptyState
            icon={<UsersRound />}
            title={empty}
            hint={name ? texts.peopleDialog.noMatch(isolate(name)) : hint}
          />
        }
      />
    </div>
  );
}
