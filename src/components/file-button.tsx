import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

interface FileButtonProps extends Omit<React.ComponentProps<typeof Button>, 'onClick' | 'type'> {
  /** What the system's dialog offers: "image/png,image/jpeg". The server checks again. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  /** The files picked, at least one. */
  onPick: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the system's file dialog. */
export function FileButton({ accept, multiple, onPick, variant = 'secondary', ...props }: FileButtonProps) {
  const dialog = useFileDialog({ accept, multiple, onPick });
  return (
    <>
      <Button {...props} variant={variant} onClick={dialog.open} />
      {dialog.input}
    </>
  );
}

type FileIconButtonProps = Pick<FileButtonProps, 'accept' | 'multiple' | 'onPick' | 'children'> & {
  /** What it does, for those who do not see the icon. */
  label: string;
};

/** The same as an icon alone. */
export function FileIconButton({ label, children, ...picking }: FileIconButtonProps) {
  const dialog = useFileDialog(picking);
  return (
    <>
      <IconButton label={label} onClick={dialog.open}>
        {children}
      </IconButton>
      {dialog.input}
    </>
  );
}

/** Returns the hidden input that the system's file dialog belongs to, and a function that opens the dialog. */
function useFileDialog({
  accept,
  multiple = false,
  onPick,
}: Pick<FileButtonProps, 'accept' | 'multiple' | 'onPick'>) {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
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
    ),
  };
}
