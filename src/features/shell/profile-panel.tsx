import { Link } from '@tanstack/react-router';
import { Keyboard, LogOut, Monitor, Moon, SquareTerminal, Sun, UserRound, Webhook } from 'lucide-react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#src/components/menu.tsx';
import type { OnDemandProps } from '#src/components/on-demand.tsx';
import { fill } from '#src/lib/fill.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { type Theme, useTheme } from '#src/lib/theme.ts';
import { openShortcuts } from './open-shortcuts.ts';
import { texts } from './profile-panel.texts.ts';

const themes: { theme: Theme; icon: typeof Sun }[] = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
];

/**
 * One's own page, what programs need, the theme, and the way out, in a menu below its trigger. It comes on demand: an
 * entry here costs the first paint nothing, unlike one among the places.
 */
export function ProfilePanel({ user, children, defaultOpen }: OnDemandProps & { user: CurrentUser }) {
  const [chosen, choose] = useTheme();
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent>
        {user.userType !== 'admin' && (
          <>
            <MenuItem asChild>
              <Link to={`/${user.userType}/details/$id`} params={{ id: user._id }}>
                <UserRound aria-hidden />
                <span>{fill(texts.welcome, { name: <bdi>{shownName(user.name, user.userType)}</bdi> })}</span>
              </Link>
            </MenuItem>
            <MenuItem asChild>
              <Link to="/edit/access-tokens">
                <SquareTerminal aria-hidden />
                {texts.accessTokens}
              </Link>
            </MenuItem>
            {user.userType === 'organization' && (
              <MenuItem asChild>
                <Link to="/edit/organization/webhooks">
                  <Webhook aria-hidden />
                  {texts.webhooks}
                </Link>
              </MenuItem>
            )}
            <MenuSeparator />
          </>
        )}
        <MenuLabel>{texts.appearance}</MenuLabel>
        {themes.map(({ theme, icon: Icon }) => (
          <MenuCheckboxItem key={theme} checked={chosen === theme} onCheckedChange={() => choose(theme)}>
            <Icon aria-hidden />
            {texts.themes[theme]}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuItem className="pointer-coarse:hidden" onSelect={openShortcuts.open}>
          <Keyboard aria-hidden />
          {texts.keyboardShortcuts}
        </MenuItem>
        <MenuItem asChild>
          <Link to="/user/sign-out" preload={false}>
            <LogOut aria-hidden />
            {texts.signOut}
          </Link>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
