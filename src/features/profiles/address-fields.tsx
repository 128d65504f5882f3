import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { type Place } from '#server/places/places.schema.ts';
import { countries, countryCodes, regionsOf } from '#server/places/regions.schema.ts';
import { PlaceField } from '#src/app/place-field.tsx';
import { Card } from '#src/components/card.tsx';
import { Select } from '#src/components/select.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { texts } from './basic-info.texts.ts';

const countryOptions = countryCodes.map((code) => ({ value: code, label: countries[code] }));

/** The fields that identify a place: once they are edited, its coordinates no longer apply. */
const placing = ['city', 'state', 'code', 'country'] as const;
type AddressField = (typeof placing)[number] | 'street1' | 'street2' | 'latitude' | 'longitude';

/** An address as its fields hold it while nothing is entered. */
export const blankAddress = { street1: '', street2: '', city: '', code: '', state: '' };

interface AddressFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** Whether the ZIP code must be given. */
  codeRequired: boolean;
  /** Around what is not needed to know where somebody is: absent where all fields stand in the same place. */
  rest?: ((fields: ReactNode) => ReactNode) | undefined;
  /** Where a card around them has said that it is an address. */
  isBare?: boolean;
}

/** A postal address, under the form's `address`. A place that is looked up fills in most of it. */
export function AddressFields<In extends FieldValues & { address?: object | undefined }, Out>({
  form,
  codeRequired,
  rest,
  isBare = false,
}: AddressFieldsProps<In, Out>) {
  const [searched, setSearched] = useState('');
  // The city that was chosen and that has several ZIP codes.
  const [asksOf, setAsksOf] = useState<string>();
  const path = (name: AddressField) => `address.${name}` as Path<In>;
  const set = (name: AddressField, value: string | number | undefined) =>
    form.setValue(path(name), value as PathValue<In, Path<In>>, { shouldDirty: true, shouldValidate: true });

  function unplace() {
    form.setValue(path('latitude'), undefined as PathValue<In, Path<In>>);
    form.setValue(path('longitude'), undefined as PathValue<In, Path<In>>);
  }

  function fillIn({ street1, city, code, state, country, latitude, longitude }: Place) {
    const place = { city, state, country, latitude, longitude };
    // A code that was there is of another place.
    const found = { ...place, ...(street1 && { street1 }), code: code ?? '' };
    const paths = Object.entries(found).map(([name, value]) => {
      const at = path(name as AddressField);
      form.setValue(at, value as PathValue<In, Path<In>>, { shouldDirty: true });
      return at;
    });
    // Together: a region is one of its country's, which may have been another until now.
    void form.trigger(code ? paths : paths.filter((at) => at !== path('code')));
    setSearched('');
    setAsksOf(code ? undefined : city);
    // After the list of places, which gives the focus back to its field.
    if (!code) setTimeout(() => form.setFocus(path('code')));
  }

  const field = (name: AddressField) => ({
    ...form.register(path(name), placing.some((other) => other === name) ? { onChange: unplace } : {}),
    error: form.getFieldState(path(name), form.formState).error?.message,
  });

  const regions = regionsOf(String(form.watch(path('country')) ?? ''));
  const street = (
    <>
      <TextField
        label={texts.addressFields.street}
        autoComplete="address-line1"
        className="sm:col-span-2"
        {...field('street1')}
      />
      <TextField
        label={texts.addressFields.apartment}
        autoComplete="address-line2"
        className="sm:col-span-2"
        {...field('street2')}
      />
    </>
  );
  const cityAndCode = (
    <>
      <TextField label={texts.addressFields.city} autoComplete="address-level2" {...field('city')} />
      <TextField
        label={texts.addressFields.code}
        autoComplete="postal-code"
        required={codeRequired}
        help={asksOf === undefined ? undefined : texts.addressFields.whichCode(asksOf)}
        {...field('code')}
      />
    </>
  );
  const regionAndCountry = (
    <>
      {regions === undefined ? (
        <TextField label={texts.addressFields.state} autoComplete="address-level1" {...field('state')} />
      ) : (
        <Controller
          control={form.control}
          name={path('state')}
          render={({ field: { value, onBlur, ref }, fieldState }) => (
            <Select
              ref={ref}
              label={texts.addressFields.state}
              options={Object.entries(regions).map(([code, name]) => ({ value: code, label: name }))}
              value={value || null}
              onValueChange={(state) => {
                set('state', state);
                unplace();
              }}
              onBlur={onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      <Controller
        control={form.control}
        name={path('country')}
        render={({ field: { value, onBlur, ref }, fieldState }) => (
          <Select
            ref={ref}
            label={texts.addressFields.country}
            options={countryOptions}
            value={value || null}
            onValueChange={(country) => {
              // The regions are other ones.
              if (country !== value) set('state', '');
              set('country', country);
              unplace();
            }}
            onBlur={onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
  const search = (
    <PlaceField
      label={texts.addressFields.findYourCity}
      help={texts.addressFields.findYourCityHelp}
      value={searched}
      onValueChange={setSearched}
      onSelect={fillIn}
      className={rest ? 'col-span-2' : 'sm:col-span-2'}
    />
  );
  if (rest)
    return (
      <>
        <Card className="grid grid-cols-2 gap-5">
          {search}
          {cityAndCode}
        </Card>
        {rest(
          <div className="grid gap-5 sm:grid-cols-2">
            {street}
            {regionAndCountry}
          </div>,
        )}
      </>
    );
  const fields = (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className={isBare ? 'sr-only' : 'mb-3 font-semibold text-lg'}>
        {texts.addressFields.address}
      </legend>
      {search}
      {street}
      {cityAndCode}
      {regionAndCountry}
    </fieldset>
  );
  return isBare ? fields : <Card>{fields}</Card>;
}
