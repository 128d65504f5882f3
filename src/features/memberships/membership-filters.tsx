import { membershipStatuses, membershipTypes } from '#server/memberships/memberships.schema.ts';
import { Select } from '#src/components/select.tsx';
import { words } from '#src/lib/words.ts';
import type { MembershipFilter } from './membership-filter.ts';
import { texts } from './texts.ts';

const any = 'any';

const optionsOf = <Value extends string>(all: string, values: readonly Value[]) => [
  { value: any, label: all } as const,
  ...values.map((value) => ({ value, label: words(value) })),
];
const states = optionsOf(texts.membershipFilters.allStatuses, membershipStatuses);
const types = optionsOf(texts.membershipFilters.allTypes, membershipTypes);

interface MembershipFiltersProps {
  filter: MembershipFilter;
  onChange: (filter: MembershipFilter) => void;
}

/** Chooses which memberships are shown, by their state and type. */
export function MembershipFilters({ filter, onChange }: MembershipFiltersProps) {
  const { status, membershipType } = filter;
  return (
    <search aria-label={texts.membershipFilters.memberships} className="grid grid-cols-2 gap-3">
      <Select
        label={texts.membershipFilters.status}
        options={states}
        value={status ?? any}
        onValueChange={(value) =>
          onChange({ ...(membershipType && { membershipType }), ...(value !== any && { status: value }) })
        }
      />
      <Select
        label={texts.membershipFilters.type}
        options={types}
        value={membershipType ?? any}
        onValueChange={(value) =>
          onChange({ ...(status && { status }), ...(value !== any && { membershipType: value }) })
        }
      />
    </search>
  );
}
