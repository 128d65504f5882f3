import { Link, useLocation } from '@tanstack/react-router';
import type { Place } from './places.ts';

/** What a menu leads to, marked as current there and on all that belongs to it. */
export function PlaceLink({ place, className }: { place: Place; className: string }) {
  const { to, params, label, icon: Icon, covers } = place;
  const isWithin = useLocation({
    select: ({ pathname }) => covers !== undefined && pathname.startsWith(covers),
  });
  return (
    <Link
      to={to}
      {...(params && { params })}
      activeOptions={{ exact: true, includeSearch: false }}
      className={className}
      {...(isWithin && { 'aria-current': 'page' as const })}
    >
      <Icon aria-hidden />
      {label}
    </Link>
  );
}
