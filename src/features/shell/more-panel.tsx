import { Link } from '@tanstack/react-router';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '#src/components/menu.tsx';
import type { OnDemandProps } from '#src/components/on-demand.tsx';
import { texts } from './more-panel.texts.ts';
import type { Place } from './places.ts';

interface MorePanelProps extends OnDemandProps {
  places: Place[];
  settings: Place[];
}

/** The places for which the bottom bar has no room, in a menu above it. */
export function MorePanel({ places, settings, children, defaultOpen }: MorePanelProps) {
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent side="top" align="end">
        <MenuLabel>{texts.goTo}</MenuLabel>
        {places.map((place) => (
          <PlaceItem key={place.to} {...place} />
        ))}
        <MenuSeparator />
        <MenuLabel>{texts.profileSettings}</MenuLabel>
        {settings.map((place) => (
          <PlaceItem key={place.to} {...place} />
        ))}
      </MenuContent>
    </Menu>
  );
}

function PlaceItem({ to, label, icon: Icon }: Place) {
  return (
    <MenuItem asChild>
      <Link to={to}>
        <Icon aria-hidden />
        {label}
      </Link>
    </MenuItem>
  );
}
