import type { ReactNode } from 'react';
import { ExportCsv } from '#src/app/export-csv.tsx';
import type { MembershipFilter } from './membership-filter.ts';
import { MembershipFilters } from './membership-filters.tsx';
import { MembershipsPanel } from './memberships-panel.tsx';

interface OrganizationMembershipsProps {
  organizationId: string;
  filter: MembershipFilter;
  onFilterChange: (filter: MembershipFilter) => void;
  /** Writes to the members. */
  messageButton: ReactNode;
}

/** The memberships in one's organization: chosen by state and type, exported, and written to. */
export function OrganizationMemberships({
  organizationId,
  filter,
  onFilterChange,
  messageButton,
}: OrganizationMembershipsProps) {
  return (
    <MembershipsPanel
      whose={{ _id: organizationId, userType: 'organization' }}
      filter={filter}
      onReset={() => onFilterChange({})}
      filters={<MembershipFilters filter={filter} onChange={onFilterChange} />}
      actions={
        <>
          <ExportCsv path={exportPath(filter)} fileName="memberships.csv" size="sm" />
          {messageButton}
        </>
      }
    />
  );
}

const exportPath = (filter: MembershipFilter) =>
  `/api/memberships/memberships.csv?${new URLSearchParams({ ...filter })}`;
