import { useNavigate } from '@tanstack/react-router';
import { useUserSearch } from '#src/app/user-search.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { shorten } from '#src/lib/shorten.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { groupsOf } from './found-users.ts';
import { nameSearchLook } from './name-search-look.tsx';

/** Characters of a suggestion's label, the ellipsis included. */
const labelLength = 25;

export interface LiveNameSearchProps {
  text: string;
  onTextChange: (text: string) => void;
}

/** The search box while it is used: suggestions by type, and Enter for all results. */
export function LiveNameSearch({ text, onTextChange }: LiveNameSearchProps) {
  const navigate = useNavigate();
  const search = useUserSearch(text);

  return (
    <Combobox
      {...nameSearchLook}
      takesFocus
      inputValue={text}
      onInputValueChange={onTextChange}
      loading={search.isSearching}
      hint={search.hint}
      notFound={search.notFound}
      groups={groupsOf(search, (user) => ({
        ...user,
        id: user._id,
        label: shorten(wholeName(user.name, user.userType), labelLength),
      }))}
      onSelect={(user) => {
        onTextChange('');
        void navigate({
          to: `/${user.userType}/details/$id` as '/individual/details/$id',
          params: { id: user._id },
        });
      }}
      onSubmit={(entered) => {
        if (entered.trim() !== '')
          void navigate({ to: '/search/user/$name', params: { name: entered.trim() } });
      }}
      renderOption={(user) => (
        <span className="flex items-center gap-2.5">
          <Avatar
            id={user._id}
            name={user.name}
            src={pictureUrl(user.profilePicture, 96)}
            size="sm"
            shape={user.userType === 'organization' ? 'square' : 'circle'}
          />
          {user.label}
        </span>
      )}
    />
  );
}
