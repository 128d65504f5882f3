import { Building2, User } from 'lucide-react';
import type { ProfileKind } from '#db/tables/columns.ts';
import { Badge } from '#src/components/badge.tsx';
import * as texts from './texts.ts';

/** Distinguishes people from organizations on cards and in search results. */
export function UserTypeBadge({ type }: { type: ProfileKind }) {
  return type === 'organization' ? (
    <Badge tone="brand" className="text-[0.6875rem] tracking-wide">
      <Building2 aria-hidden />
      {texts.organization}
    </Badge>
  ) : (
    <Badge tone="neutral" className="text-[0.6875rem] tracking-wide">
      <User aria-hidden />
      {texts.individual}
    </Badge>
  );
}
