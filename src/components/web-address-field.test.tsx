import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { WebAddressField } from './web-address-field.tsx';

afterEach(() => document.body.replaceChildren());

/** Shows the field in a form; `typed` has what the form holds after each change. */
async function show() {
  const typed: string[] = [];
  function Form() {
    const form = useForm({ defaultValues: { website: '' } });
    return (
      <WebAddressField
        label="Website"
        {...form.register('website', { onChange: () => typed.push(form.getValues('website')) })}
      />
    );
  }
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Form />);
  const input = await vi.waitFor(() => {
    const found = document.querySelector('input');
    if (!found) throw new Error('not shown yet');
    return found;
  });
  return { input, typed };
}

function leaveWith(input: HTMLInputElement, text: string): void {
  input.focus();
  // React hears of a value only where it was set past its own property of the element.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.blur();
}

it('shows the completed address on blur, and hands it to the form', async () => {
  const { input, typed } = await show();
  leaveWith(input, 'example.org/help');
  await vi.waitFor(() => expect(typed).toEqual(['example.org/help', 'https://example.org/help']));
  expect(input.value).toBe('https://example.org/help');
});

it.each(['javascript:alert(1)', 'http://example.org', ''])('leaves %j as it was typed', async (text) => {
  const { input } = await show();
  leaveWith(input, text);
  expect(input.value).toBe(text);
});
