import { lazy, Suspense, useState } from 'react';
import { Controller } from 'react-hook-form';
import {
  type BasicInfoView,
  genders,
  individualBasicInfoInput,
  kidsAnswers,
  races,
} from '#server/profiles/profiles.schema.ts';
import { useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { ImagePicker } from '#src/components/image-picker.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Select } from '#src/components/select.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toDataUrl } from '#src/lib/data-url.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { words } from '#src/lib/words.ts';
import { AddressFields, defaultCountry } from './address-fields.tsx';
import type { Mode } from './basic-info-screen.tsx';
import { useSaveBasicInfo } from './use-save-basic-info.ts';

const DateField = lazy(async () => ({ default: (await import('#src/components/date-field.tsx')).DateField }));

const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: words(value) }));

interface IndividualFormProps {
  info: Extract<BasicInfoView, { dateOfBirth: unknown }>;
  mode: Mode;
}

export function IndividualForm({ info, mode }: IndividualFormProps) {
  const { save, isSaving } = useSaveBasicInfo(mode);
  const [picture, setPicture] = useState<File | null>(null);
  const form = useSchemaForm(individualBasicInfoInput, {
    firstName: info.firstName,
    lastName: info.lastName,
    dateOfBirth: info.dateOfBirth,
    kids: individualBasicInfoInput.shape.kids.parse(info.kids),
    phone: info.phone ?? '',
    gender: info.gender,
    races: individualBasicInfoInput.shape.races.parse(info.races) ?? [],
    address: { country: defaultCountry, ...info.address, code: info.address.code ?? '' },
    profilePicture: info.profilePicture,
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    const profilePicture = picture ? await toDataUrl(picture) : input.profilePicture;
    await save(form, { ...input, profilePicture });
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Card className="flex flex-col gap-5">
        <ImagePicker
          label="Profile picture"
          shape="circle"
          src={pictureUrl(form.watch('profilePicture'), 400)}
          file={picture}
          onFileChange={setPicture}
          onRemove={() => form.setValue('profilePicture', null, { shouldDirty: true })}
          error={errors.profilePicture?.message}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            required
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            required
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <AddressFields form={form} codeRequired />
      </Card>
      <Card className="flex flex-col gap-5">
        <p className="text-muted text-sm">Only you see what you enter here. All of it may stay empty.</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <Suspense fallback={<Skeleton className="h-17" />}>
            <Controller
              control={form.control}
              name="dateOfBirth"
              render={({ field }) => (
                <DateField
                  label="Date of birth"
                  calendar={false}
                  value={field.value || null}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                  error={errors.dateOfBirth?.message}
                />
              )}
            />
          </Suspense>
          <TextField
            label="Phone"
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
                label="Gender"
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
                label="Kids"
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
              label="Races"
              options={optionsOf(races)}
              value={field.value ?? []}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </Card>
      <FormError message={errors.root?.message} />
      <Button type="submit" size="lg" className="self-end max-sm:w-full" loading={isSaving}>
        {mode === 'complete' ? 'Next' : 'Save'}
      </Button>
    </form>
  );
}
