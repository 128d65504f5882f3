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
      title="Basic information"
      intro="What people see first when they look you up. You can leave any of it empty for now."
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
                label="Name"
                autoComplete="organization"
                help="People search for it, and it appears on everything you publish."
                error={errors.name?.message}
                {...form.register('name')}
              />
              <TextField
                label="Mission"
                help="In one sentence: what do you do, and for whom?"
                error={errors.mission?.message}
                {...form.register('mission')}
              />
            </Card>
            <Part
              step={step}
              form={form}
              names={['profilePicture', 'organizationTypes', 'description']}
              title="Logo, types and description"
            >
              <PictureField
                label="Logo or picture"
                shape="square"
                saved={info.profilePicture}
                value={form.watch('profilePicture')}
                onValueChange={(picture) => form.setValue('profilePicture', picture, { shouldDirty: true })}
                error={errors.profilePicture?.message}
              />
              <ChoicesField form={form} name="organizationTypes" label="Organization types" />
              <Textarea
                label="Description"
                rows={6}
                error={errors.description?.message}
                {...form.register('description')}
              />
            </Part>
            <Part
              step={step}
              form={form}
              names={['contactEmail', 'website', 'phone', 'ein']}
              title="Contact"
              hint="Email, website, phone and EIN."
            >
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  label="Contact email"
                  type="email"
                  autoComplete="email"
                  error={errors.contactEmail?.message}
                  {...form.register('contactEmail')}
                />
                <WebAddressField
                  label="Website"
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
            </Part>
            {step === undefined ? (
              <AddressFields form={form} codeRequired={false} />
            ) : (
              <Folded
                title="Address"
                hint="So people nearby can find you."
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
