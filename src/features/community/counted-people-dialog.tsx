import { UsersRound } from 'lucide-react';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import type { CountedPeople } from '#src/entities/action-slots.tsx';
import { EndorserList, FollowerList, FollowingList } from './people-lists.tsx';

const lists = {
  followers: { title: 'Followers', List: FollowerList, empty: 'No Follower Found' },
  followings: { title: 'Followings', List: FollowingList, empty: 'No Following Found' },
  endorsers: { title: 'Endorsers', List: EndorserList, empty: 'No Endorser Found' },
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
              hint="People who don’t want to be found aren’t listed."
            />
          }
        />
      </DialogContent>
    </Dialog>
  );
}
