import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { defaultTemplate } from '#server/social-media/template-parts.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { TemplateItems } from './template-items.tsx';

const { render } = createTestRoot();
const onChange = vi.fn();

function Editor() {
  const [items, setItems] = useState(() => defaultTemplate.slice(0, 3));
  return (
    <TemplateItems
      items={items}
      onChange={(changed) => {
        onChange(changed);
        setItems(changed);
      }}
    />
  );
}

const button = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
const order = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

/** Presses the button that has the focus, as Enter does. */
const pressFocused = () => act(async () => (document.activeElement as HTMLElement).click());

describe('the items of a template', () => {
  it('move up and down by keyboard, and the focus goes with them', async () => {
    await render(<Editor />);
    expect(order()).toEqual(['Title', 'Date and time', 'Address']);
    button('Move Address up')?.focus();
    await pressFocused();
    expect(order()).toEqual(['Title', 'Address', 'Date and time']);
    expect(document.activeElement).toBe(button('Move Address up'));
    await pressFocused();
    expect(order()).toEqual(['Address', 'Title', 'Date and time']);
    // At the top, the way back is next.
    expect(document.activeElement).toBe(button('Move Address down'));
    await pressFocused();
    expect(order()).toEqual(['Title', 'Address', 'Date and time']);
    expect(document.querySelector('[role=status]')?.textContent).toBe('Address is now 2 of 3.');
    expect(onChange.mock.lastCall?.[0].map(({ serial }: { serial: number }) => serial)).toEqual([1, 2, 3]);
  });

  it('go no further than the ends', async () => {
    await render(<Editor />);
    expect(button('Move Title up')).toHaveProperty('disabled', true);
    expect(button('Move Address down')).toHaveProperty('disabled', true);
  });

  it('are ticked and unticked where they stand', async () => {
    await render(<Editor />);
    await act(async () => document.querySelector<HTMLElement>('[role=checkbox]')?.click());
    expect(onChange.mock.lastCall?.[0][0]).toMatchObject({ name: 'title', selected: false, serial: 1 });
  });
});
