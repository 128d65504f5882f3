import { useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import { keywordsIn } from '#src/lib/keywords-in.ts';
import { texts } from './service-info.texts.ts';

interface KeywordsFieldProps {
  value: readonly string[];
  onValueChange: (keywords: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** Keywords in one line, separated by commas. */
export function KeywordsField({ value, onValueChange, onBlur, error }: KeywordsFieldProps) {
  const [typed, setTyped] = useState(value.join(', '));
  // What is typed stands, commas and all, as long as it means the value.
  const shown = sameTexts(keywordsIn(typed), value) ? typed : value.join(', ');
  return (
    <TextField
      label={texts.keywordsField.keywords}
      help={texts.keywordsField.help}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onValueChange(keywordsIn(event.currentTarget.value));
      }}
      onBlur={onBlur}
      error={error}
    />
  );
}

const sameTexts = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index]);
