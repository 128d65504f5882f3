import { lazy, Suspense, startTransition, useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import { nameSearchLook } from './name-search-look.tsx';

const load = () => import('./live-name-search.tsx');
const LiveNameSearch = lazy(async () => ({ default: (await load()).LiveNameSearch }));

/**
 * The box in the header that finds people and organizations by name. What suggests comes when a pointer or the
 * focus does, so that no page waits for it.
 */
export function NameSearch() {
  const [isWanted, setIsWanted] = useState(false);
  const [text, setText] = useState('');
  // In a transition, the plain box stays, with its focus and what is typed into it, until the code is there.
  const reach = () => startTransition(() => setIsWanted(true));
  return (
    <Suspense>
      {isWanted ? (
        <LiveNameSearch text={text} onTextChange={setText} />
      ) : (
        <TextField
          {...nameSearchLook}
          // There is no list to point at before there is one.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onPointerEnter={() => void load()}
          onFocus={reach}
        />
      )}
    </Suspense>
  );
}
