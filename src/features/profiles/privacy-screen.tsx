import { Controller } from 'react-hook-form';
import {
  audiences,
  privacyForm,
  savedMessages,
  searchVisibilities,
} from '#server/profiles/sections.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { RadioCards } from '#src/components/radio-cards.tsx';
import { Switch } from '#src/components/switch.tsx';
import { askedOnce, Loaded } from './loaded.tsx';
import { Part } from './part.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';

const switches = [
  {
    name: 'isUserSearchable',
    label: 'People can find me',
    help: 'In searches and suggestions. Anyone with a link to your page can still open it.',
  },
  {
    name: 'isEmailSearchable',
    label: 'People can find me by my email',
    help: 'Only people who type your full address.',
  },
  {
    name: 'isCalenderPublic',
    label: 'My calendar is public',
    help: 'Anyone can see it on your profile.',
  },
] as const;

const finders: Record<(typeof searchVisibilities)[number], string> = {
  always: 'Everybody',
  never: 'Nobody',
  'friends-of-friends': 'Friends of my friends',
};

const watchers: Record<(typeof audiences)[number], string> = {
  Public: 'Everybody',
  'no-one': 'Nobody',
  friends: 'My friends',
  'friends-of-friends': 'Friends of my friends',
};

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Who may see one: a step of completing the profile, or a setting. */
export function PrivacyScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.privacy.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.savePrivacy.useMutation();
  return (
    <Loaded query={query} label="Loading your privacy">
      {(view) => (
        <SectionForm
          title="Privacy"
          intro="What organizations can find out about you, and what appears in feeds and calendars."
          step={step}
          schema={privacyForm}
          values={view}
          draftKey="profile:privacy"
          save={async (entered) => {
            const saved = await update.mutateAsync({ ...entered, id });
            await utils.profiles.invalidate();
            return saved;
          }}
          savedMessage={savedMessages.privacy}
        >
          {(form) => (
            <>
              <Card className="flex flex-col gap-2">
                {switches.map(({ name, label, help }) => (
                  <Controller
                    key={name}
                    control={form.control}
                    name={name}
                    render={({ field }) => (
                      <Switch
                        label={label}
                        help={help}
                        checked={field.value}
                        onCheckedChange={field.onChange}
                        onBlur={field.onBlur}
                      />
                    )}
                  />
                ))}
              </Card>
              <Card className="flex flex-col gap-5">
                <Controller
                  control={form.control}
                  name="showOnSearch"
                  render={({ field }) => (
                    <RadioCards
                      label="Who can find me in searches"
                      columns={3}
                      options={optionsOf(searchVisibilities, finders)}
                      value={field.value}
                      onValueChange={field.onChange}
                    />
                  )}
                />
              </Card>
              <Part
                step={step}
                form={form}
                names={['showActivity']}
                startsOpen={form.getValues('showActivity') !== 'Public'}
                title="Who sees your activity"
                hint={`Now: ${watchers[form.watch('showActivity')]}`}
              >
                <Controller
                  control={form.control}
                  name="showActivity"
                  render={({ field }) => (
                    <RadioCards
                      label="Who sees what I like, am interested in, go to and share"
                      options={optionsOf(audiences, watchers)}
                      value={field.value}
                      onValueChange={field.onChange}
                    />
                  )}
                />
              </Part>
            </>
          )}
        </SectionForm>
      )}
    </Loaded>
  );
}
