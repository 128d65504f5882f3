import { createFormControl } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { changedFields, takeSaved } from './form.ts';

interface Profile {
  name: string;
  phone: string;
  languages: string[];
  address: { city: string; code: string; latitude?: number | undefined };
  picture: string | null | undefined;
}

const loaded: Profile = {
  name: 'Alice',
  phone: '',
  languages: ['en'],
  address: { city: 'Toronto', code: '' },
  picture: undefined,
};

/** A form without a screen. */
function formOf(values: Profile) {
  const { formControl: form } = createFormControl<Profile>({ defaultValues: values });
  form.subscribe({
    formState: { isDirty: true, dirtyFields: true, values: true },
    callback: () => undefined,
  });
  form.control._state.mount = true;
  return form;
}

describe('the fields that changed', () => {
  test('are those with another content, as a whole', () => {
    const now = { ...loaded, phone: '5', address: { ...loaded.address, code: 'M5V' } };
    expect(changedFields(loaded, now)).toEqual({ phone: '5', address: { city: 'Toronto', code: 'M5V' } });
  });

  test('are none where only the order of names or absent values differ', () => {
    const address = { latitude: undefined, code: '', city: 'Toronto' };
    expect(changedFields(loaded, { ...loaded, languages: ['en'], address })).toEqual({});
  });

  test('are those that were emptied, too', () => {
    const now = { ...loaded, name: '', languages: [], picture: null };
    expect(changedFields(loaded, now)).toEqual({ name: '', languages: [], picture: null });
  });
});

describe('what was saved', () => {
  const sent: Profile = { ...loaded, name: ' Alice Nilsen ', picture: 'data:' };
  const saved: Profile = { ...loaded, name: 'Alice Nilsen', address: { ...loaded.address, latitude: 43.7 } };

  test('is what the form shows then', () => {
    const form = formOf(loaded);
    form.setValues(structuredClone(sent), { shouldDirty: true });
    expect(takeSaved(form, sent, saved)).toEqual({});
    expect(form.getValues()).toEqual(saved);
    expect(form.control._formState.isDirty).toBe(false);
  });

  test('leaves alone what was typed since it was sent', () => {
    const form = formOf(loaded);
    form.setValues(structuredClone(sent), { shouldDirty: true });
    form.setValue('phone', '555', { shouldDirty: true });
    form.setValue('address.code', 'M5V', { shouldDirty: true });
    const typed = { phone: '555', address: { city: 'Toronto', code: 'M5V' } };
    expect(takeSaved(form, sent, saved)).toEqual(typed);
    expect(form.getValues()).toEqual({ ...saved, ...typed });
    expect(form.control._formState.isDirty).toBe(true);
  });

  test('is not changed by what is typed later', () => {
    const form = formOf(loaded);
    const before = structuredClone(saved);
    takeSaved(form, sent, saved);
    form.setValue('address.city', 'Boston');
    expect(saved).toEqual(before);
  });
});
