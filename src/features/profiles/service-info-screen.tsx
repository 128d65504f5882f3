import { Controller, type FieldError } from 'react-hook-form';
import type { z } from 'zod';
import {
  type ServiceInfoView,
  savedMessages,
  serviceAreaTypes,
  serviceInfoForm,
} from '#server/profiles/sections.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { Link } from '#src/components/link.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { WebAddressField } from '#src/components/web-address-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { KeywordsField } from './keywords-field.tsx';
import { askedOnce, Loaded } from './loaded.tsx';
import { Part } from './part.tsx';
import { SectionForm } from './section-form.tsx';
import { ServiceAreasField } from './service-areas-field.tsx';
import { texts } from './service-info.texts.ts';
import type { StepPath } from './steps.ts';

type Values = z.input<typeof serviceInfoForm>;

const valuesOf = (view: ServiceInfoView): Values => ({
  ...view,
  impactAreas: view.impactAreas.map(({ _id }) => _id),
});

/** Returns the message about a list, or about its first invalid entry. */
const messageOf = (error: { message?: string } | (FieldError | undefined)[] | undefined) =>
  Array.isArray(error) ? error.find(Boolean)?.message : error?.message;

/** Whom an organization serves: a step of completing the profile, or a setting. */
export function ServiceInfoScreen({ step }: { step?: StepPath }) {
  const id = useUser()?._id ?? '';
  const query = trpc.profiles.serviceInfo.useQuery({ id }, { ...askedOnce, enabled: id !== '' });
  const update = trpc.profiles.saveServiceInfo.useMutation();
  return (
    <Loaded query={query} label={texts.serviceInfo.loadingYourServiceInformation}>
      {(view) => (
        <SectionForm
          title={texts.serviceInfo.serviceInformation}
          intro={texts.serviceInfo.intro}
          step={step}
          schema={serviceInfoForm}
          values={valuesOf(view)}
          draftKey="profile:service-info"
          save={async (entered) => {
            const saved = await update.mutateAsync({ ...entered, id });
            await utils.profiles.invalidate();
            return valuesOf(saved);
          }}
          savedMessage={savedMessages.serviceInfo}
        >
          {(form) => {
            const { errors } = form.formState;
            return (
              <>
                <Card className="flex flex-col gap-5">
                  <ChoicesField form={form} name="impactAreas" label={texts.serviceInfo.impactAreas} />
                  <Controller
                    control={form.control}
                    name="serviceAreaTypes"
                    render={({ field, fieldState }) => (
                      <MultiSelect
                        label={texts.serviceInfo.serviceAreaTypes}
                        options={serviceAreaTypes.map((value) => ({
                          value,
                          label: texts.serviceAreasField.types[value],
                        }))}
                        value={field.value}
                        onValueChange={field.onChange}
                        onBlur={field.onBlur}
                        error={fieldState.error?.message}
                      />
                    )}
                  />
                  <Controller
                    control={form.control}
                    name="serviceAreas"
                    render={({ field }) => (
                      <ServiceAreasField
                        types={form.watch('serviceAreaTypes')}
                        value={field.value}
                        onValueChange={field.onChange}
                        onType={(type) => {
                          const types = form.getValues('serviceAreaTypes');
                          if (!types.includes(type)) form.setValue('serviceAreaTypes', [...types, type]);
                        }}
                        error={messageOf(errors.serviceAreas)}
                      />
                    )}
                  />
                </Card>
                <Part step={step} form={form} names={['keywords']} title={texts.serviceInfo.keywords}>
                  <Controller
                    control={form.control}
                    name="keywords"
                    render={({ field }) => (
                      <KeywordsField
                        value={field.value}
                        onValueChange={field.onChange}
                        onBlur={field.onBlur}
                        error={messageOf(errors.keywords)}
                      />
                    )}
                  />
                </Part>
                <Part
                  step={step}
                  form={form}
                  names={['donationLink', 'newsLetterLink']}
                  title={texts.serviceInfo.donationsAndNewsletter}
                >
                  <WebAddressField
                    label={texts.serviceInfo.donationLink}
                    error={errors.donationLink?.message}
                    {...form.register('donationLink')}
                  />
                  <WebAddressField
                    label={texts.serviceInfo.newsletterLink}
                    error={errors.newsLetterLink?.message}
                    {...form.register('newsLetterLink')}
                  />
                  {step === undefined && (
                    <p className="text-sm">
                      <Link to="/edit/organization/internal-link">{texts.serviceInfo.internalLinks}</Link>
                    </p>
                  )}
                </Part>
              </>
            );
          }}
        </SectionForm>
      )}
    </Loaded>
  );
}
