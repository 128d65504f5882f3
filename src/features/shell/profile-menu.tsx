import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { IconButton } from '#src/components/button.tsx';
import { onDemand } from '#src/components/on-demand.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { shownName } from '#src/lib/shown-name.ts';
import * as texts from './menus.texts.ts';

const ProfilePanel = onDemand('menu', async () => (await import('./profile-panel.tsx')).ProfilePanel);

/** Who is signed in; behind it one's own page, the theme, and the way out. */
export function ProfileMenu({ user }: { user: CurrentUser }) {
  return (
    <ProfilePanel user={user}>
      <IconButton label={texts.yourProfile} className="size-11">
        <Avatar
          id={user._id}
          name={shownName(user.name, user.userType)}
          src={pictureUrl(user.profilePicture, 96)}
          shape={user.userType === 'organization' ? 'square' : 'circle'}
        />
      </IconButton>
    </ProfilePanel>
  );
}
