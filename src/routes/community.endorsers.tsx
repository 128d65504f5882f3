import { createFileRoute } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { requireSignedIn } from '#src/app/guards.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { EndorserList } from '#src/features/community/people-lists.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/community/endorsers')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role={['organization', 'admin']}>
      <CommunityFrame title={texts.endorsers}>
        {({ _id: userId }) => (
          <>
            <BulkMessageButton label={texts.messageToAllEndorsers} to={{ connection: 'endorsers' }} />
            <EndorserList
              userId={userId}
              empty={<EmptyState icon={<Award />} title={texts.noEndorser} hint={texts.noEndorserHint} />}
            />
          </>
        )}
      </CommunityFrame>
    </ForRole>
  ),
});
