import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps extends Omit<React.ComponentProps<typeof Button>, 'onClick' | 'type' | 'asChild'> {
  /** What the system's dialog offers: "image/png,image/jpeg". The server checks again. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  /** The files picked, at least one. */
  onPick: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the system's file dialog. */
export function FileButton({
  accept,
  multiple = false,
  onPick,
  variant = 'secondary',
  ...props
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...props} variant={variant} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          // Emptied, so that picking the same file again counts as a pick.
          event.currentTarget.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </>
  );
}
