import type { ReactNode } from 'react';
import type { UserType } from '#db/tables/columns.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Link } from '#src/components/link.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { shortName, wholeName } from '#src/lib/shown-name.ts';
import { UserTypeBadge } from './user-type-badge.tsx';

/** A user as lists have them. */
export interface Person {
  _id: string;
  userType: UserType;
  /** Display name; may be empty as long as no basic information was saved. */
  name: string;
  profilePicture: string | null;
}

interface PersonRowProps {
  user: Person;
  /** Shown below the name. */
  note?: ReactNode;
  /** At the right: what one can do about them. */
  action?: ReactNode;
}

/** Renders a user in a list: picture, name and type as a link to their page, and the actions. */
export function PersonRow({ user, note, action }: PersonRowProps) {
  const name = wholeName(user.name, user.userType);
  const short = shortName(name);
  return (
    <div className="relative flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
      <Avatar
        id={user._id}
        name={name}
        src={pictureUrl(user.profilePicture, 96)}
        shape={user.userType === 'organization' ? 'square' : 'circle'}
      />
      <div className="flex min-w-0 flex-1 basis-36 flex-col items-start gap-1">
        <Link
          to="/user/$userId"
          params={{ userId: user._id }}
          variant="quiet"
          className="wrap-anywhere line-clamp-2 max-w-full font-semibold after:absolute after:inset-0"
          dir="auto"
          {...(short !== name && { 'aria-label': name, title: name })}
        >
          {short}
        </Link>
        <span className="flex max-w-full flex-wrap items-center gap-2 text-muted text-sm">
          {user.userType !== 'admin' && <UserTypeBadge type={user.userType} />}
          {note}
        </span>
      </div>
      {action !== undefined && <div className="relative ml-auto">{action}</div>}
    </div>
  );
}
