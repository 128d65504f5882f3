import { Link } from '@tanstack/react-router';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from '#src/components/menu.tsx';
import type { OnDemandProps } from '#src/components/on-demand.tsx';
import type { Place } from './places.ts';

/** The places for which the bottom bar has no room, in a menu above it. */
export function MorePanel({ places, children, defaultOpen }: OnDemandProps & { places: Place[] }) {
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent side="top" align="end">
        <MenuLabel>Profile Settings</MenuLabel>
        {places.map(({ to, label, icon: Icon }) => (
          <MenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
