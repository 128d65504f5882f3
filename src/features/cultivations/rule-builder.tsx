import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { reactionTypes, ruleLimits } from '#server/cultivations/rules.schema.ts';
import { membershipTypes } from '#server/memberships/memberships.schema.ts';
import { LookupSelect } from '#src/app/lookup-select.tsx';
import { PlaceField } from '#src/app/place-field.tsx';
import { IconButton } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Select } from '#src/components/select.tsx';
import { words } from '#src/lib/words.ts';
import { beginDraft, type Draft, kinds, toggle } from './rule-drafts.ts';
import { texts } from './texts.ts';

interface RuleBuilderProps {
  drafts: readonly Draft[];
  onDraftsChange: (drafts: Draft[]) => void;
  /** What is missing, by the place of the rule; shown once it was tried to save. */
  errors: ReadonlyMap<number, string>;
}

/** The rules of a list, one below the other. All of them have to hold. */
export function RuleBuilder({ drafts, onDraftsChange, errors }: RuleBuilderProps) {
  const add = useRef<HTMLButtonElement>(null);
  const newest = useRef<HTMLFieldSetElement>(null);
  const [newestKey, setNewestKey] = useState<string>();
  // Who has chosen what a rule is about goes on with it.
  useEffect(() => {
    if (newestKey !== undefined) newest.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [newestKey]);
  const replace = (key: string, next: Draft) =>
    onDraftsChange(drafts.map((one) => (one.key === key ? next : one)));
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={texts.ruleBuilder.rules} className="flex flex-col gap-3">
        {drafts.map((draft, index) => (
          <li key={draft.key}>
            <fieldset
              ref={draft.key === newestKey ? newest : undefined}
              className="relative flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3.5 pr-14"
            >
              <legend className="px-1 font-semibold text-sm">{labelOf(draft)}</legend>
              <RuleFields
                draft={draft}
                error={errors.get(index)}
                onChange={(next) => replace(draft.key, next)}
              />
              <IconButton
                label={texts.ruleBuilder.removeRule(index + 1, labelOf(draft))}
                size="sm"
                variant="danger-quiet"
                className="absolute top-1.5 right-1.5"
                onClick={() => {
                  onDraftsChange(drafts.filter(({ key }) => key !== draft.key));
                  add.current?.focus();
                }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </fieldset>
          </li>
        ))}
      </ol>
      <Select
        ref={add}
        label={texts.ruleBuilder.addARule}
        placeholder={texts.ruleBuilder.chooseWhat}
        disabled={drafts.length >= ruleLimits.conditions}
        options={kinds}
        value={null}
        onValueChange={(about) => {
          const draft = beginDraft(about);
          onDraftsChange([...drafts, draft]);
          setNewestKey(draft.key);
        }}
      />
    </div>
  );
}

const labelOf = ({ about }: Draft) => kinds.find(({ value }) => value === about)?.label ?? '';

interface RuleFieldsProps {
  draft: Draft;
  error: string | undefined;
  onChange: (draft: Draft) => void;
}

/** What can be chosen of a rule, by what it is about. */
function RuleFields({ draft, error, onChange }: RuleFieldsProps) {
  switch (draft.about) {
    case 'reactions':
      return <ReactionFields draft={draft} error={error} onChange={onChange} />;
    case 'silence':
      return <DaysField value={draft.days} onChange={(days) => onChange({ ...draft, days })} />;
    case 'follows':
      return (
        <HoldsField
          texts={[texts.ruleBuilder.theyFollow, texts.ruleBuilder.theyDoNotFollow]}
          value={draft.holds}
          onChange={(holds) => onChange({ ...draft, holds })}
        />
      );
    case 'endorses':
      return (
        <HoldsField
          texts={[texts.ruleBuilder.theyEndorse, texts.ruleBuilder.theyDoNotEndorse]}
          value={draft.holds}
          onChange={(holds) => onChange({ ...draft, holds })}
        />
      );
    case 'invited':
      return (
        <HoldsField
          texts={[texts.ruleBuilder.youInvitedThem, texts.ruleBuilder.youNeverInvitedThem]}
          value={draft.holds}
          onChange={(holds) => onChange({ ...draft, holds })}
        />
      );
    case 'membership':
      return (
        <>
          <HoldsField
            texts={[texts.ruleBuilder.theyAreMembers, texts.ruleBuilder.theyAreNotMembers]}
            value={draft.holds}
            onChange={(holds) => onChange({ ...draft, holds })}
          />
          <MultiSelect
            label={texts.ruleBuilder.types}
            placeholder={texts.ruleBuilder.anyType}
            options={membershipTypes.map((value) => ({ value, label: words(value) }))}
            value={draft.types ?? []}
            error={error}
            onValueChange={(types) => {
              const { types: _, ...rest } = draft;
              onChange(types.length > 0 ? { ...rest, types } : rest);
            }}
          />
        </>
      );
    case 'place':
      return (
        <>
          <PlaceField
            label={texts.ruleBuilder.place}
            value={draft.label}
            error={error}
            // What is typed by hand is somewhere else than what was chosen.
            onValueChange={(label) =>
              onChange({ ...draft, label, latitude: undefined, longitude: undefined })
            }
            onSelect={({ label, latitude, longitude }) =>
              onChange({ ...draft, label: label.slice(0, 200), latitude, longitude })
            }
          />
          <NumberSelect
            label={texts.ruleBuilder.distance}
            offered={[10, 25, 50, 100, 200, 500]}
            text={(kilometers) => texts.ruleBuilder.withinKm(kilometers)}
            value={draft.kilometers}
            onChange={(kilometers) => onChange({ ...draft, kilometers })}
          />
        </>
      );
    case 'skills':
    case 'causes':
      return (
        <LookupSelect
          list={draft.about === 'skills' ? 'skills' : 'impactAreas'}
          label={
            draft.about === 'skills' ? texts.ruleBuilder.oneOfTheseSkills : texts.ruleBuilder.oneOfTheseCauses
          }
          value={draft.ids}
          error={error}
          onValueChange={(ids) => onChange({ ...draft, ids })}
        />
      );
  }
}

const reactionLabels = {
  liked: texts.ruleBuilder.liked,
  interested: texts.ruleBuilder.interested,
  going: texts.ruleBuilder.went,
} as const;

function ReactionFields({
  draft,
  error,
  onChange,
}: RuleFieldsProps & { draft: Extract<Draft, { about: 'reactions' }> }) {
  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        {reactionTypes.map((type) => (
          <Checkbox
            key={type}
            label={reactionLabels[type]}
            checked={draft.what.includes(type)}
            onCheckedChange={(checked) =>
              onChange({ ...draft, what: toggle(draft.what, type, checked === true) })
            }
          />
        ))}
      </div>
      {error && <p className="text-danger-ink text-sm">{error}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberSelect
          label={texts.ruleBuilder.howOften}
          offered={[1, 2, 3, 4, 5, 10, 20]}
          text={(times) =>
            times === 1 ? texts.ruleBuilder.atLeastOnce : texts.ruleBuilder.atLeastTimes(times)
          }
          value={draft.times}
          onChange={(times) => onChange({ ...draft, times })}
        />
        <DaysField value={draft.days} onChange={(days) => onChange({ ...draft, days })} />
      </div>
    </>
  );
}

function DaysField({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  return (
    <NumberSelect
      label={texts.ruleBuilder.when}
      offered={[1, 7, 30, 60, 90, 180, 365, 730]}
      text={(days) => (days === 1 ? texts.ruleBuilder.inTheLastDay : texts.ruleBuilder.inTheLastDays(days))}
      value={value}
      onChange={onChange}
    />
  );
}

/** One of two: that something holds, or not. */
function HoldsField({
  texts: [does, doesNot],
  value,
  onChange,
}: {
  texts: [does: string, doesNot: string];
  value: boolean;
  onChange: (holds: boolean) => void;
}) {
  return (
    <Select
      label={texts.ruleBuilder.who}
      options={[
        { value: 'true', label: does },
        { value: 'false', label: doesNot },
      ]}
      value={value ? 'true' : 'false'}
      onValueChange={(next) => onChange(next === 'true')}
    />
  );
}

interface NumberSelectProps {
  label: string;
  offered: readonly number[];
  text: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
}

/** One of a few numbers; one that is not offered stays until another one is chosen. */
function NumberSelect({ label, offered, text, value, onChange }: NumberSelectProps) {
  const numbers = [...new Set([...offered, value])].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      options={numbers.map((number) => ({ value: String(number), label: text(number) }))}
      value={String(value)}
      onValueChange={(next) => onChange(Number(next))}
    />
  );
}
