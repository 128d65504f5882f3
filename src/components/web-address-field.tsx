import type { ChangeEventHandler, ComponentProps } from 'react';
import { completeWebAddress } from '#server/web-address.schema.ts';
import { TextField } from './text-field.tsx';
import * as texts from './texts.ts';

interface WebAddressFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> {
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** One line for a web address. Leaving it shows the address with the `https://` that it was typed without. */
export function WebAddressField({ onChange, onBlur, ...props }: WebAddressFieldProps) {
  return (
    <TextField
      placeholder={texts.webAddressExample}
      {...props}
      type="url"
      inputMode="url"
      onChange={onChange}
      onBlur={(event) => {
        const input = event.currentTarget;
        const completed = completeWebAddress(input.value);
        if (completed !== input.value) {
          input.value = completed;
          onChange?.({ ...event, type: 'change', target: input, currentTarget: input });
        }
        onBlur?.(event);
      }}
    />
  );
}
