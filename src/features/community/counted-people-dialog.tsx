import { UsersRound } from 'lucide-react';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import type { CountedPeople } from '#src/entities/action-slots.tsx';
import { EndorserList, FollowerList, FollowingList } from './people-lists.tsx';
import { texts } from './texts.ts';

const lists = {
  followers: {
    title: texts.countedPeopleDialog.followers,
    List: FollowerList,
    empty: texts.countedPeopleDialog.noFollowerFound,
  },
  followings: {
    title: texts.countedPeopleDialog.followings,
    List: FollowingList,
    empty: texts.countedPeopleDialog.noFollowingFound,
  },
  endorsers: {
    title: texts.countedPeopleDialog.endorsers,
    List: EndorserList,
    empty: texts.countedPeopleDialog.noEndorserFound,
  },
};

interface CountedPeopleDialogProps {
  counted: CountedPeople;
  /** Whose page it is. */
  userId: string;
  name: string;
  onClose: () => void;
}

/** Lists those whom a number on a user's page counts, as far as the viewer may find them. */
export function CountedPeopleDialog({ counted, userId, name, onClose }: CountedPeopleDialogProps) {
  const { title, List, empty } = lists[counted];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={<bdi>{name}</bdi>}>
        <List
          userId={userId}
          empty={
            <EmptyState
              icon={<UsersRound />}
              title={empty}
              hint={texts.countedPeopleDialog.someAreNotListed}
            />
          }
        />
      </DialogContent>
    </Dialog>
  );
}
