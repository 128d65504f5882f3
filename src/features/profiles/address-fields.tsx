import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { Select } from '#src/components/select.tsx';
import { TextField } from '#src/components/text-field.tsx';

/** By their ISO 3166 codes, which is how they are stored. */
const countries = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'AU', label: 'Australia' },
  { value: 'JP', label: 'Japan' },
  { value: 'GB', label: 'United Kingdom' },
] as const;

/** Where a form without an address starts. */
export const defaultCountry = 'US';

interface AddressFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** Whether the ZIP code must be given. */
  codeRequired: boolean;
}

/** A postal address, under the form's `address`. */
export function AddressFields<In extends FieldValues & { address?: object | undefined }, Out>({
  form,
  codeRequired,
}: AddressFieldsProps<In, Out>) {
  const field = (name: string) => {
    const path = `address.${name}` as Path<In>;
    return { ...form.register(path), error: form.getFieldState(path, form.formState).error?.message };
  };
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-3 font-semibold text-lg">Address</legend>
      <TextField
        label="Street"
        autoComplete="address-line1"
        className="sm:col-span-2"
        {...field('street1')}
      />
      <TextField
        label="Apartment, suite"
        autoComplete="address-line2"
        className="sm:col-span-2"
        {...field('street2')}
      />
      <TextField label="City" autoComplete="address-level2" {...field('city')} />
      <TextField label="ZIP code" autoComplete="postal-code" required={codeRequired} {...field('code')} />
      <TextField label="State or province" autoComplete="address-level1" {...field('state')} />
      <Controller
        control={form.control}
        name={'address.country' as Path<In>}
        render={({ field: country }) => (
          <Select
            label="Country"
            options={countries}
            value={country.value || null}
            onValueChange={country.onChange}
            onBlur={country.onBlur}
          />
        )}
      />
    </fieldset>
  );
}
