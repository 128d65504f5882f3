import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { CommunityFrame } from '#src/features/community/community-frame.tsx';
import { RequestList } from '#src/features/community/request-list.tsx';
import { requestTypes } from '#src/features/community/request-types.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/community/requests/$requestType')({
  beforeLoad: (options) => {
    requireSignedIn(options);
    const { requestType } = options.params;
    if (!requestTypes.some((type) => type === requestType))
      throw redirect({ to: '/community/requests/$requestType', params: { requestType: 'received' } });
  },
  component: function Requests() {
    const requestType = Route.useParams().requestType === 'sent' ? 'sent' : 'received';
    return (
      <ForRole role={['individual', 'admin']}>
        <CommunityFrame title={texts.requests}>
          {({ _id: userId }) => <RequestList key={requestType} userId={userId} requestType={requestType} />}
        </CommunityFrame>
      </ForRole>
    );
  },
});
