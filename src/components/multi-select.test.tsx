import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { MultiSelect, type MultiSelectOption } from './multi-select.tsx';

afterEach(() => document.body.replaceChildren());

const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
];

/** Shows the field while its choices are still on their way; `load` brings them. */
async function showLoading() {
  const onValueChange = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const render = (options: readonly MultiSelectOption<string>[]) =>
    root.render(<MultiSelect label="Languages" options={options} value={[]} onValueChange={onValueChange} />);
  render([]);
  const input = await vi.waitFor(() => {
    const found = document.querySelector('input');
    if (!found) throw new Error('not shown yet');
    return found;
  });
  return { input, onValueChange, load: () => render(languages) };
}

function leaveWith(input: HTMLInputElement, text: string): void {
  input.focus();
  // React hears of a value only where it was set past its own property of the element.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.blur();
}

it('takes what was typed before its choices were there once they are', async () => {
  const { input, onValueChange, load } = await showLoading();
  leaveWith(input, 'spanish');
  await vi.waitFor(() => expect(input.value).toBe('spanish'));
  expect(onValueChange).not.toHaveBeenCalled();
  load();
  await vi.waitFor(() => expect(onValueChange).toHaveBeenCalledExactlyOnceWith(['es']));
  await vi.waitFor(() => expect(input.value).toBe(''));
});

it('reports what is no choice once it knows the choices', async () => {
  const { input, onValueChange, load } = await showLoading();
  leaveWith(input, 'Klingon');
  await vi.waitFor(() => expect(input.value).toBe('Klingon'));
  expect(document.body.textContent).not.toContain('is not one of the choices');
  load();
  await vi.waitFor(() => expect(document.body.textContent).toContain('“Klingon” is not one of the choices'));
  expect(onValueChange).not.toHaveBeenCalled();
});
