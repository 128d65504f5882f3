import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { MembershipsPanel } from '#src/features/memberships/memberships-panel.tsx';
import { MembershipStep } from '#src/features/profiles/membership-step.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/edit/individual/membership')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <MembershipStep intro={texts.individualMembershipsIntro} onward={texts.goOn}>
        {(_id) => <MembershipsPanel whose={{ _id, userType: 'individual' }} />}
      </MembershipStep>
    </ForRole>
  ),
});
