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
import { texts } from './privacy.texts.ts';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';

const switches = ['isUserSearchable', 'isEmailSearchable', 'isCalenderPublic'] as const;

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Who may see one: a step of completing the profile, or a setting. */
export function PrivacyScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.privacy.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.savePrivacy.useMutation();
  return (
    <Loaded query={query} label={texts.loadingYourPrivacy}>
      {(view) => (
        <SectionForm
          title={texts.privacy}
          intro={texts.intro}
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
                {switches.map((name) => (
                  <Controller
                    key={name}
                    control={form.control}
                    name={name}
                    render={({ field }) => (
                      <Switch
                        {...texts.switches[name]}
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
                      label={texts.whoCanFindMe}
                      columns={3}
                      options={optionsOf(searchVisibilities, texts.finders)}
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
                title={texts.whoSeesYourActivity}
                hint={texts.now(texts.watchers[form.watch('showActivity')])}
              >
                <Controller
                  control={form.control}
                  name="showActivity"
                  render={({ field }) => (
                    <RadioCards
                      label={texts.whoSeesWhatILike}
                      options={optionsOf(audiences, texts.watchers)}
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
