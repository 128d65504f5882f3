import { Suspense } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { defaultCountry, isCountryCode } from '#server/places/regions.schema.ts';
import {
  type BasicInfoView,
  genders,
  individualBasicInfoInput,
  isOldEnough,
  kidsAnswers,
  races,
} from '#server/profiles/profiles.schema.ts';
import { savedMessages } from '#server/profiles/sections.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { Card } from '#src/components/card.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Select } from '#src/components/select.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { now } from '#src/lib/server-clock.ts';
import { words } from '#src/lib/words.ts';
import { AddressFields, blankAddress } from './address-fields.tsx';
import { texts } from './basic-info.texts.ts';
import { ChoicesField } from './choices-field.tsx';
import { Part } from './part.tsx';
import { PictureField } from './picture-field.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';
import { useSaveBasicInfo } from './use-save-basic-info.ts';

const DateField = lazyPart(async () => (await import('#src/components/date-field.tsx')).DateField);

const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: words(value) }));

/** An individual as its owner sees it. */
type Individual = Extract<BasicInfoView, { dateOfBirth: unknown }>;
/** Validates the age as the server does, before anything is sent. */
const schema = individualBasicInfoInput.extend({
  dateOfBirth: individualBasicInfoInput.shape.dateOfBirth.refine(
    (day) => !day || isOldEnough(day, now()),
    validationMessages.date,
  ),
});
type Values = z.input<typeof schema>;

function valuesOf(info: Individual): Values {
  const { country, code, ...address } = info.address;
  const { shape } = schema;
  return {
    firstName: info.firstName,
    lastName: info.lastName,
    dateOfBirth: info.dateOfBirth,
    kids: shape.kids.parse(info.kids),
    phone: info.phone ?? '',
    gender: info.gender,
    races: shape.races.parse(info.races) ?? [],
    skills: info.skills.map(({ _id }) => _id),
    languages: info.languages.map(({ _id }) => _id),
    address: {
      ...blankAddress,
      ...address,
      code: code ?? '',
      country: country && isCountryCode(country) ? country : defaultCountry,
    },
    profilePicture: undefined,
  };
}

export function IndividualForm({ info, step }: { info: Individual; step: StepPath | undefined }) {
  const save = useSaveBasicInfo();
  return (
    <SectionForm
      title={texts.basicInfo.basicInformation}
      intro={texts.individualForm.intro}
      step={step}
      schema={schema}
      values={valuesOf(info)}
      draftKey="profile:basic-info"
      save={async (entered) => {
        const saved = await save(entered);
        return valuesOf('dateOfBirth' in saved ? saved : info);
      }}
      savedMessage={savedMessages.basicInfo}
    >
      {(form) => {
        const { errors } = form.formState;
        const picture = (
          <PictureField
            label={texts.individualForm.profilePicture}
            shape="circle"
            saved={info.profilePicture}
            value={form.watch('profilePicture')}
            onValueChange={(picture) => form.setValue('profilePicture', picture, { shouldDirty: true })}
            error={errors.profilePicture?.message}
          />
        );
        return (
          <>
            {step === undefined && <Card>{picture}</Card>}
            <Card className="grid grid-cols-2 gap-5">
              <TextField
                label={texts.individualForm.firstName}
                autoComplete="given-name"
                required
                error={errors.firstName?.message}
                {...form.register('firstName')}
              />
              <TextField
                label={texts.individualForm.lastName}
                autoComplete="family-name"
                required
                error={errors.lastName?.message}
                {...form.register('lastName')}
              />
            </Card>
            <AddressFields
              form={form}
              codeRequired
              rest={
                step &&
                ((fields) => (
                  <Part
                    step={step}
                    form={form}
                    names={['address.street1', 'address.street2', 'address.state', 'address.country']}
                    startsOpen={Boolean(form.getValues('address.street1'))}
                    title={texts.individualForm.restOfAddress}
                  >
                    {fields}
                  </Part>
                ))
              }
            />
            {step !== undefined && (
              <Part
                step={step}
                form={form}
                names={['profilePicture']}
                title={texts.individualForm.profilePicture}
              >
                {picture}
              </Part>
            )}
            <Part
              step={step}
              form={form}
              names={['languages', 'skills']}
              title={texts.individualForm.languagesAndSkills}
              hint={texts.individualForm.languagesAndSkillsHint}
            >
              <ChoicesField
                form={form}
                name="languages"
                label={texts.individualForm.languages}
                help={texts.individualForm.languagesHelp}
              />
              <ChoicesField
                form={form}
                name="skills"
                label={texts.individualForm.skills}
                help={texts.individualForm.skillsHelp}
              />
            </Part>
            <Part
              step={step}
              form={form}
              names={['dateOfBirth', 'phone', 'gender', 'kids', 'races']}
              title={texts.individualForm.aboutYou}
              hint={texts.individualForm.aboutYouHint}
            >
              <p className="text-muted text-sm">{texts.individualForm.aboutYouNote}</p>
              <div className="grid gap-5 sm:grid-cols-2">
                <Suspense fallback={<Skeleton className="h-17" />}>
                  <Controller
                    control={form.control}
                    name="dateOfBirth"
                    render={({ field }) => (
                      <DateField
                        label={texts.individualForm.dateOfBirth}
                        help={texts.individualForm.dateOfBirthHelp}
                        calendar={false}
                        value={field.value || null}
                        onValueChange={field.onChange}
                        onBlur={field.onBlur}
                        focusRef={field.ref}
                        error={errors.dateOfBirth?.message}
                      />
                    )}
                  />
                </Suspense>
                <TextField
                  label={texts.individualForm.phone}
                  type="tel"
                  autoComplete="tel"
                  error={errors.phone?.message}
                  {...form.register('phone')}
                />
                <Controller
                  control={form.control}
                  name="gender"
                  render={({ field }) => (
                    <Select
                      label={texts.individualForm.gender}
                      options={optionsOf(genders)}
                      value={field.value || null}
                      onValueChange={field.onChange}
                      onBlur={field.onBlur}
                    />
                  )}
                />
                <Controller
                  control={form.control}
                  name="kids"
                  render={({ field }) => (
                    <Select
                      label={texts.individualForm.kids}
                      options={optionsOf(kidsAnswers)}
                      value={field.value || null}
                      onValueChange={field.onChange}
                      onBlur={field.onBlur}
                    />
                  )}
                />
              </div>
              <Controller
                control={form.control}
                name="races"
                render={({ field }) => (
                  <MultiSelect
                    label={texts.individualForm.races}
                    options={optionsOf(races)}
                    value={field.value ?? []}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                )}
              />
            </Part>
          </>
        );
      }}
    </SectionForm>
  );
}
