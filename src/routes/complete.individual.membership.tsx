import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { MembershipsPanel } from '#src/features/memberships/memberships-panel.tsx';
import { MembershipStep } from '#src/features/profiles/membership-step.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/individual/membership')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <MembershipStep
        step="/complete/individual/membership"
        intro="The organizations you belong to and your role in each. Both sides confirm a membership."
        onward="Continue"
      >
        {(_id) => <MembershipsPanel whose={{ _id, userType: 'individual' }} />}
      </MembershipStep>
    </ForRole>
  ),
});
