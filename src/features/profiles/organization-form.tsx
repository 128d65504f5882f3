import { useState } from 'react';
import {
  type BasicInfoView,
  organizationBasicInfoInput,
  profileLimits,
} from '#server/profiles/profiles.schema.ts';
import { useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { ImagePicker } from '#src/components/image-picker.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toDataUrl } from '#src/lib/data-url.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { AddressFields, defaultCountry } from './address-fields.tsx';
import type { Mode } from './basic-info-screen.tsx';
import { useSaveBasicInfo } from './use-save-basic-info.ts';

interface OrganizationFormProps {
  info: Extract<BasicInfoView, { userType: 'organization' }>;
  mode: Mode;
}

export function OrganizationForm({ info, mode }: OrganizationFormProps) {
  const { save, isSaving } = useSaveBasicInfo(mode);
  const [picture, setPicture] = useState<File | null>(null);
  const form = useSchemaForm(organizationBasicInfoInput, {
    name: info.name,
    phone: info.phone ?? '',
    ein: info.ein ?? '',
    website: info.website ?? '',
    contactEmail: info.contactEmail ?? '',
    mission: info.mission ?? '',
    description: info.description ?? '',
    address: { country: defaultCountry, ...info.address },
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
          label="Logo or picture"
          shape="square"
          src={pictureUrl(form.watch('profilePicture'), 400)}
          file={picture}
          onFileChange={setPicture}
          onRemove={() => form.setValue('profilePicture', null, { shouldDirty: true })}
          error={errors.profilePicture?.message}
        />
        <TextField
          label="Name"
          autoComplete="organization"
          help="People find you by it, and it stands above everything you publish."
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Mission"
          maxLength={profileLimits.mission}
          help="In a sentence: what are you there for?"
          error={errors.mission?.message}
          {...form.register('mission')}
        />
        <Textarea
          label="Description"
          rows={6}
          error={errors.description?.message}
          {...form.register('description')}
        />
      </Card>
      <Card className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Contact email"
            type="email"
            autoComplete="email"
            error={errors.contactEmail?.message}
            {...form.register('contactEmail')}
          />
          <TextField
            label="Website"
            type="url"
            placeholder="https://"
            autoComplete="url"
            error={errors.website?.message}
            {...form.register('website')}
          />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
            {...form.register('phone')}
          />
          <TextField
            label="EIN"
            help="Your employer identification number."
            error={errors.ein?.message}
            {...form.register('ein')}
          />
        </div>
        <AddressFields form={form} codeRequired={false} />
      </Card>
      <FormError message={errors.root?.message} />
      <Button type="submit" size="lg" className="self-end max-sm:w-full" loading={isSaving}>
        {mode === 'complete' ? 'Next' : 'Save'}
      </Button>
    </form>
  );
}
