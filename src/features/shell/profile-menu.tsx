import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#src/components/menu.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { type Theme, useTheme } from '#src/lib/theme.ts';

const themes: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'As the device', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** Who is signed in, their own page, the theme, and the way out. */
export function ProfileMenu({ user }: { user: CurrentUser }) {
  const [chosen, choose] = useTheme();
  const name = user.name || user.email;
  return (
    <Menu>
      <MenuTrigger
        aria-label="Your profile"
        className="flex size-11 items-center justify-center rounded-full"
      >
        <Avatar
          id={user._id}
          name={name}
          src={pictureUrl(user.profilePicture, 96)}
          shape={user.userType === 'organization' ? 'square' : 'circle'}
        />
      </MenuTrigger>
      <MenuContent>
        {user.userType !== 'admin' && (
          <MenuItem asChild>
            <Link to={`/${user.userType}/details/$id`} params={{ id: user._id }}>
              <UserRound aria-hidden />
              Welcome {name}
            </Link>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuLabel>Appearance</MenuLabel>
        {themes.map(({ theme, label, icon: Icon }) => (
          <MenuCheckboxItem key={theme} checked={chosen === theme} onCheckedChange={() => choose(theme)}>
            <Icon aria-hidden />
            {label}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
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
