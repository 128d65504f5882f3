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
  ['lookingForVolunteeringOpportunity', 'Volunteering opportunities'],
  ['lookingForProject', 'Projects'],
  ['lookingForMembership', 'A membership'],
  ['lookingForCommittee', 'A committee'],
] as const;

const rhythms: Record<(typeof typesOfInvolvement)[number], { label: string; help: string }> = {
  convenient: { label: 'Convenient', help: 'Now and then, when it suits me.' },
  'full-day': { label: 'Full day', help: 'A whole day at a time.' },
  'structured-recurring': { label: 'Structured and recurring', help: 'The same hours every week or month.' },
  'as-much-possible': { label: 'As much as possible', help: 'Count me in wherever I am needed.' },
};

/** How one wants to help: a step of completing the profile, or a setting. */
export function InvolvementScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.involvement.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.saveInvolvement.useMutation();
  return (
    <Loaded query={query} label="Loading your involvement">
      {(view) => (
        <SectionForm
          title="Involvement"
          intro="What you care about and how much time you have. Organizations use this to find volunteers."
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
                    label="Impact areas"
                    help="You’ll see posts about these in your feed."
                  />
                  <fieldset>
                    <legend className="mb-1 font-medium text-sm">I am looking for</legend>
                    <div className="grid sm:grid-cols-2">
                      {lookingFor.map(([name, label]) => (
                        <Controller
                          key={name}
                          control={form.control}
                          name={name}
                          render={({ field }) => (
                            <Checkbox
                              label={label}
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
                  title="How much time you have"
                >
                  <TextField
                    label="Hours per week"
                    type="number"
                    inputMode="numeric"
                    {...weeklyHours}
                    help={`Whole hours, ${weeklyHours.min} to ${weeklyHours.max}.`}
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
                        label="Type of involvement"
                        options={typesOfInvolvement.map((value) => ({ value, ...rhythms[value] }))}
                        value={field.value}
                        onValueChange={field.onChange}
                        error={fieldState.error?.message}
                      />
                    )}
                  />
                </Part>
                <Part step={step} form={form} names={['communityInvolvement']} title="What you already do">
                  <Textarea
                    label="Community involvement"
                    rows={3}
                    help="What you already do for your community."
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
