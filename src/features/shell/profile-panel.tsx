import { Link } from '@tanstack/react-router';
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
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
import { type Theme, useTheme } from '#src/lib/theme.ts';
import { openShortcuts } from './open-shortcuts.ts';

const themes: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'Match device', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** One's own page, the theme, and the way out, in a menu below its trigger. */
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
                <span>
                  Welcome <bdi>{user.name || user.email}</bdi>
                </span>
              </Link>
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuLabel>Appearance</MenuLabel>
        {themes.map(({ theme, label, icon: Icon }) => (
          <MenuCheckboxItem key={theme} checked={chosen === theme} onCheckedChange={() => choose(theme)}>
            <Icon aria-hidden />
            {label}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuItem className="pointer-coarse:hidden" onSelect={openShortcuts.open}>
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </MenuItem>
        <MenuItem asChild>
          <Link to="/user/sign-out" preload={false}>
            <LogOut aria-hidden />
            Sign out
          </Link>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
