import { type ComponentType, useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import * as texts from '#src/components/texts.ts';
import { toast } from '#src/components/toast.ts';
import type { LiveNameSearchProps } from './live-name-search.tsx';
import { nameSearchLook } from './name-search-look.tsx';

const load = async () => (await import('./live-name-search.tsx')).LiveNameSearch;

/**
 * The box in the header that finds people and organizations by name. What suggests comes when a pointer or the
 * focus does, so that no page waits for it.
 */
export function NameSearch() {
  const [Live, setLive] = useState<ComponentType<LiveNameSearchProps>>();
  const [text, setText] = useState('');
  // The plain box stays, with its focus and what is typed into it, until the code is there.
  if (Live) return <Live text={text} onTextChange={setText} />;
  return (
    <TextField
      {...nameSearchLook}
      // There is no list to point at before there is one.
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() =>
        void load().then(
          (part) => setLive(() => part),
          () => toast.failed(texts.couldNotBeLoaded),
        )
      }
    />
  );
}
