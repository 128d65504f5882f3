import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { MembershipsPanel } from '#src/features/memberships/memberships-panel.tsx';
import { MembershipStep } from '#src/features/profiles/membership-step.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/organization/membership')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <MembershipStep
        step="/complete/organization/membership"
        intro="The people who belong to your organization and their roles. Both sides confirm a membership."
        onward="Skip"
      >
        {(_id) => <MembershipsPanel whose={{ _id, userType: 'organization' }} />}
      </MembershipStep>
    </ForRole>
  ),
});
