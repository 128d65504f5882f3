import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import {
  type InvolvementView,
  involvementForm,
  savedMessages,
  typesOfInvolvement,
  weeklyHours,
} from '#server/profiles/sections.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { RadioCards } from '#src/components/radio-cards.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { ChoicesField } from './choices-field.tsx';
import { texts } from './involvement.texts.ts';
import { askedOnce, Loaded } from './loaded.tsx';
import { Part } from './part.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';

type Values = z.input<typeof involvementForm>;

const valuesOf = (view: InvolvementView): Values => ({
  ...view,
  impactAreas: view.impactAreas.map(({ _id }) => _id),
});

const lookingFor = [
  'lookingForVolunteeringOpportunity',
  'lookingForProject',
  'lookingForMembership',
  'lookingForCommittee',
] as const;

/** How one wants to help: a step of completing the profile, or a setting. */
export function InvolvementScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.involvement.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.saveInvolvement.useMutation();
  return (
    <Loaded query={query} label={texts.loadingYourInvolvement}>
      {(view) => (
        <SectionForm
          title={texts.involvement}
          intro={texts.intro}
          step={step}
          schema={involvementForm}
          values={valuesOf(view)}
          draftKey="profile:involvement"
          save={async (entered) => {
            const saved = await update.mutateAsync({ ...entered, id });
            await utils.profiles.invalidate();
            return valuesOf(saved);
          }}
          savedMessage={savedMessages.involvement}
        >
          {(form) => {
            const { errors } = form.formState;
            return (
              <>
                <Card className="flex flex-col gap-5">
                  <ChoicesField
                    form={form}
                    name="impactAreas"
                    label={texts.impactAreas}
                    help={texts.impactAreasHelp}
                  />
                  <fieldset>
                    <legend className="mb-1 font-medium text-sm">{texts.lookingFor}</legend>
                    <div className="grid sm:grid-cols-2">
                      {lookingFor.map((name) => (
                        <Controller
                          key={name}
                          control={form.control}
                          name={name}
                          render={({ field }) => (
                            <Checkbox
                              label={texts.lookingForEach[name]}
                              checked={field.value}
                              onCheckedChange={(checked) => field.onChange(checked === true)}
                              onBlur={field.onBlur}
                            />
                          )}
                        />
                      ))}
                    </div>
                  </fieldset>
                </Card>
                <Part
                  step={step}
                  form={form}
                  names={['availabilityPerWeek', 'typeOfInvolvement']}
                  title={texts.howMuchTime}
                >
                  <TextField
                    label={texts.hoursPerWeek}
                    type="number"
                    inputMode="numeric"
                    {...weeklyHours}
                    help={texts.hoursPerWeekHelp(weeklyHours.min, weeklyHours.max)}
                    className="sm:max-w-60"
                    error={errors.availabilityPerWeek?.message}
                    {...form.register('availabilityPerWeek', {
                      setValueAs: (typed: string | number | null) =>
                        typed === '' || typed === null ? null : Number(typed),
                    })}
                  />
                  <Controller
                    control={form.control}
                    name="typeOfInvolvement"
                    render={({ field, fieldState }) => (
                      <RadioCards
                        label={texts.typeOfInvolvement}
                        options={typesOfInvolvement.map((value) => ({ value, ...texts.types[value] }))}
                        value={field.value}
                        onValueChange={field.onChange}
                        error={fieldState.error?.message}
                      />
                    )}
                  />
                </Part>
                <Part step={step} form={form} names={['communityInvolvement']} title={texts.whatYouAlreadyDo}>
                  <Textarea
                    label={texts.communityInvolvement}
                    rows={3}
                    help={texts.communityInvolvementHelp}
                    error={errors.communityInvolvement?.message}
                    {...form.register('communityInvolvement')}
                  />
                </Part>
              </>
            );
          }}
        </SectionForm>
      )}
    </Loaded>
  );
}
