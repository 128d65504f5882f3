import { useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import { keywordsIn } from '#src/lib/keywords-in.ts';
import { type BoundFilter, orNone } from './filter-panel.tsx';
import { texts } from './organization-search.texts.ts';

/** Whole keywords in one line, separated by commas: any of them. */
export function KeywordsFilter({ value = [], onValueChange }: BoundFilter<string[]>) {
  const [typed, setTyped] = useState('');
  // What is typed stands, commas and all, as long as it means the value.
  const shown = keywordsIn(typed).join() === value.join() ? typed : value.join(', ');
  return (
    <TextField
      label={texts.keywordsFilter.keywords}
      help={texts.keywordsFilter.keywordsHelp}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onValueChange(orNone(keywordsIn(event.currentTarget.value)));
      }}
    />
  );
}
