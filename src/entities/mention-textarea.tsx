import type { ComponentProps, Ref } from 'react';
import { Mention, type MentionDataItem, MentionsInput } from 'react-mentions-ts';
import { Avatar } from '#src/components/avatar.tsx';
import { controlVariants, Field, type FieldProps } from '#src/components/field.tsx';
import { cn } from '#src/lib/cn.ts';
import { cannotLookUp } from '#src/lib/look-up.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts as lengths } from './mention-textarea.texts.ts';
import type { Person } from './person-row.tsx';
import * as texts from './texts.ts';
import { UserTypeBadge } from './user-type-badge.tsx';

/** From how many letters on people are looked for, and how long typing pauses before, in milliseconds. */
const shortest = 3;
const pause = 1_000;

interface MentionTextareaProps extends FieldProps {
  /** Plain text with mentions as `@[Display Name](userId)`. */
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Finds whom to mention, in the order in which they are offered. */
  findPeople: (name: string) => Promise<readonly Person[]>;
  inputRef?: Ref<HTMLTextAreaElement>;
  rows?: number | undefined;
  name?: string | undefined;
}

/** What text and its highlighter share, so that one lies exactly on the other. */
const metrics = 'border px-3 py-2.5 text-base leading-6 md:text-sm md:leading-6';

/** A multi-line input that grows with its text, in which `@` and a part of a name mention a user. */
export function MentionTextarea({
  value,
  onValueChange,
  onBlur,
  findPeople,
  inputRef,
  rows = 4,
  name,
  ...field
}: MentionTextareaProps) {
  const offer = async (text: string) => (text.length < shortest ? [] : (await findPeople(text)).map(asOffer));
  return (
    <Field {...field}>
      {(control) => (
        <MentionsInput<Offer>
          {...control}
          name={name}
          rows={rows}
          spellCheck
          inputComponent={TextBox}
          autoResize
          value={value}
          onMentionsChange={(change) => onValueChange(change.value)}
          onBlur={() => onBlur?.()}
          inputRef={(element) => {
            if (typeof inputRef === 'function') inputRef(element as HTMLTextAreaElement | null);
            else if (inputRef) inputRef.current = element as HTMLTextAreaElement | null;
          }}
          suggestionsPlacement="auto"
          // At the caret it could reach beyond the screen.
          anchorMode="left"
          a11ySuggestionsListLabel={texts.mentionable}
          classNames={{
            control: 'rounded-md border-0 bg-surface',
            highlighter: cn(metrics, 'border-transparent'),
            input: cn(controlVariants({ kind: 'area' }), metrics, 'bg-transparent'),
            suggestions:
              'z-50 overflow-hidden rounded-lg border border-line bg-raised p-1.5 text-ink text-sm shadow-float',
            suggestionsList: 'max-h-72 overflow-y-auto overscroll-contain',
            // The library's own words for colours mean others here.
            suggestionItem:
              'cursor-pointer rounded-md border-0 px-2 py-1.5 text-ink hover:bg-sunken data-[focused=true]:bg-sunken data-[focused=true]:text-ink',
            suggestionsStatus: 'px-3 py-1.5 text-muted',
          }}
        >
          <Mention<Offer>
            trigger="@"
            data={offer}
            debounceMs={pause}
            maxSuggestions={40}
            appendSpaceOnAdd
            className="rounded-sm bg-brand-soft"
            renderEmpty={(text) => (text.length < shortest ? lengths.typeAtLeast(shortest) : texts.notFound)}
            renderError={() => cannotLookUp(texts.people)}
            renderSuggestion={({ id, display = '', person }) => (
              <span className="flex items-center gap-2.5">
                <Avatar
                  id={String(id)}
                  name={display}
                  src={pictureUrl(person.profilePicture, 96)}
                  size="sm"
                  shape={person.userType === 'organization' ? 'square' : 'circle'}
                />
                <span className="min-w-0 flex-1 truncate">{display}</span>
                {person.userType !== 'admin' && <UserTypeBadge type={person.userType} />}
              </span>
            )}
          />
        </MentionsInput>
      )}
    </Field>
  );
}

/** The library calls it a combobox, which a text of several lines must not be; it stays what it is. */
const TextBox = ({ role: _, 'aria-expanded': __, ...props }: ComponentProps<'textarea'>) => (
  <textarea {...props} />
);

type Offer = { person: Person };

/** Brackets would end the mention in the text where they stand. */
const asOffer = (person: Person): MentionDataItem<Offer> => ({
  id: person._id,
  display: wholeName(person.name, person.userType)
    .replaceAll(/[[\]()\n]/g, ' ')
    .trim(),
  person,
});
