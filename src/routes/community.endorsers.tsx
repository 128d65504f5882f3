import { createFileRoute } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { EndorserList } from '#src/features/community/people-lists.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/community/endorsers')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role={['organization', 'admin']}>
      <CommunityFrame title="Endorsers">
        {({ _id: userId }) => (
          <EndorserList
            userId={userId}
            empty={
              <EmptyState
                icon={<Award />}
                title="No Endorser Found"
                hint="Who vouches for your work stands here."
              />
            }
          />
        )}
      </CommunityFrame>
    </ForRole>
  ),
});
