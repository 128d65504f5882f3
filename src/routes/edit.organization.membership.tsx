import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { type MembershipFilter, readMembershipFilter } from '#src/features/memberships/membership-filter.ts';
import { OrganizationMemberships } from '#src/features/memberships/organization-memberships.tsx';
import { MembershipStep } from '#src/features/profiles/membership-step.tsx';
import { BulkMessageButton } from '#src/features/reach/bulk-message-button.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';
import * as texts from './-texts.ts';

export const Route = createFileRoute('/edit/organization/membership')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): MembershipFilter => found,
  beforeLoad: requireSignedIn,
  component: function Memberships() {
    const navigate = Route.useNavigate();
    const filter = readMembershipFilter({ ...Route.useSearch() });
    return (
      <ForRole role="organization">
        <MembershipStep intro={texts.organizationMembershipsIntro} onward={texts.skip}>
          {(_id) => (
            <OrganizationMemberships
              organizationId={_id}
              filter={filter}
              onFilterChange={(search) => void navigate({ search, replace: true })}
              messageButton={
                <BulkMessageButton label={texts.messageMembers} to={{ connection: 'members' }} />
              }
            />
          )}
        </MembershipStep>
      </ForRole>
    );
  },
});
