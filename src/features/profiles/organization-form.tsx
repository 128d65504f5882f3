import type { z } from 'zod';
import { defaultCountry, isCountryCode } from '#server/places/regions.schema.ts';
import { type BasicInfoView, organizationBasicInfoInput } from '#server/profiles/profiles.schema.ts';
import { savedMessages } from '#server/profiles/sections.schema.ts';
import { Card } from '#src/components/card.tsx';
import { Folded } from '#src/components/folded.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { AddressFields, blankAddress } from './address-fields.tsx';
import { texts } from './basic-info.texts.ts';
import { ChoicesField } from './choices-field.tsx';
import { Part } from './part.tsx';
import { PictureField } from './picture-field.tsx';
import { SectionForm } from './section-form.tsx';
import type { StepPath } from './steps.ts';
import { useSaveBasicInfo } from './use-save-basic-info.ts';

type Organization = Extract<BasicInfoView, { userType: 'organization' }>;
type Values = z.input<typeof organizationBasicInfoInput>;

function valuesOf(info: Organization): Values {
  const { country, ...address } = info.address;
  return {
    name: info.name,
    phone: info.phone ?? '',
    ein: info.ein ?? '',
    website: info.website ?? '',
    contactEmail: info.contactEmail ?? '',
    mission: info.mission ?? '',
    description: info.description ?? '',
    organizationTypes: info.organizationTypes.map(({ _id }) => _id),
    address: {
      ...blankAddress,
      ...address,
      country: country && isCountryCode(country) ? country : defaultCountry,
    },
    profilePicture: undefined,
  };
}

export function OrganizationForm({ info, step }: { info: Organization; step: StepPath | undefined }) {
  const save = useSaveBasicInfo();
  return (
    <SectionForm
      title={texts.basicInfo.basicInformation}
      intro={texts.organizationForm.intro}
      step={step}
      schema={organizationBasicInfoInput}
      values={valuesOf(info)}
      draftKey="profile:basic-info"
      save={async (entered) => {
        const saved = await save(entered);
        return valuesOf(saved.userType === 'organization' ? saved : info);
      }}
      savedMessage={savedMessages.basicInfo}
    >
      {(form) => {
        const { errors } = form.formState;
        return (
          <>
            <Card className="flex flex-col gap-5">
              <TextField
                label={texts.organizationForm.name}
                autoComplete="organization"
                help={texts.organizationForm.nameHelp}
                error={errors.name?.message}
                {...form.register('name')}
              />
              <TextField
                label={texts.organizationForm.mission}
                help={texts.organizationForm.missionHelp}
                error={errors.mission?.message}
                {...form.register('mission')}
              />
            </Card>
            <Part
              step={step}
              form={form}
              names={['profilePicture', 'organizationTypes', 'description']}
              title={texts.organizationForm.logoTypesAndDescription}
            >
              <PictureField
                label={texts.organizationForm.logoOrPicture}
                shape="square"
                saved={info.profilePicture}
                value={form.watch('profilePicture')}
                onValueChange={(picture) => form.setValue('profilePicture', picture, { shouldDirty: true })}
                error={errors.profilePicture?.message}
              />
              <ChoicesField
                form={form}
                name="organizationTypes"
                label={texts.organizationForm.organizationTypes}
              />
              <Textarea
                label={texts.organizationForm.description}
                rows={6}
                error={errors.description?.message}
                {...form.register('description')}
              />
            </Part>
            <Part
              step={step}
              form={form}
              names={['contactEmail', 'website', 'phone', 'ein']}
              title={texts.organizationForm.contact}
              hint={texts.organizationForm.contactHint}
            >
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  label={texts.organizationForm.contactEmail}
                  type="email"
                  autoComplete="email"
                  error={errors.contactEmail?.message}
                  {...form.register('contactEmail')}
                />
                <WebAddressField
                  label={texts.organizationForm.website}
                  autoComplete="url"
                  error={errors.website?.message}
                  {...form.register('website')}
                />
                <TextField
                  label={texts.organizationForm.phone}
                  type="tel"
                  autoComplete="tel"
                  error={errors.phone?.message}
                  {...form.register('phone')}
                />
                <TextField
                  label={texts.organizationForm.ein}
                  help={texts.organizationForm.einHelp}
                  error={errors.ein?.message}
                  {...form.register('ein')}
                />
              </div>
            </Part>
            {step === undefined ? (
              <AddressFields form={form} codeRequired={false} />
            ) : (
              <Folded
                title={texts.organizationForm.address}
                hint={texts.organizationForm.addressHint}
                startsOpen={Boolean(form.getValues('address.city'))}
                hasError={errors.address !== undefined}
              >
                <AddressFields form={form} codeRequired={false} isBare />
              </Folded>
            )}
          </>
        );
      }}
    </SectionForm>
  );
}
