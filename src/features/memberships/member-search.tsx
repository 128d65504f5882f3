import { Search } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { ProfileKind } from '#db/tables/columns.ts';
import { type FoundUser, userSearchHint, useUserSearch } from '#src/app/user-search.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './texts.ts';

interface MemberSearchProps {
  /** Who is looked for. */
  kind: ProfileKind;
  chosen: FoundUser | null;
  onChoose: (user: FoundUser | null) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** Picks the other side of a membership by name. */
export function MemberSearch({ kind, chosen, onChoose, error, ref }: MemberSearchProps) {
  const [text, setText] = useState('');
  const search = useUserSearch(text);
  const found = kind === 'organization' ? search.organizations : search.individuals;
  return (
    <Combobox
      ref={ref}
      label={kind === 'organization' ? texts.memberSearch.organization : texts.memberSearch.individual}
      required
      error={error}
      placeholder={userSearchHint}
      icon={<Search />}
      inputValue={chosen ? wholeName(chosen.name, chosen.userType) : text}
      onInputValueChange={(entered) => {
        if (chosen) onChoose(null);
        setText(entered);
      }}
      hint={search.hint}
      notFound={search.notFound}
      loading={search.isSearching}
      groups={[
        {
          options: found.map((user) => ({
            ...user,
            id: user._id,
            label: wholeName(user.name, user.userType),
          })),
        },
      ]}
      onSelect={onChoose}
      renderOption={(user) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar
            id={user._id}
            name={user.name}
            src={pictureUrl(user.profilePicture, 96)}
            size="sm"
            shape={kind === 'organization' ? 'square' : 'circle'}
          />
          <span dir="auto" className="truncate">
            {user.label}
          </span>
        </span>
      )}
    />
  );
}
