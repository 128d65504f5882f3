import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { FileButton } from './file-button.tsx';

interface ImagePickerProps extends FieldProps {
  /** The picture that is saved already. */
  src?: string | null | undefined;
  /** The picture picked and not yet saved; it is shown in place of `src`. */
  file: File | null;
  onFileChange: (file: File | null) => void;
  /** Takes away the saved picture; without it only a picked one can be taken back. */
  onRemove?: (() => void) | undefined;
  shape?: 'wide' | 'square' | 'circle' | undefined;
  accept?: string | undefined;
  disabled?: boolean | undefined;
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Picks one picture and shows it before it is saved, in the space that it will take. */
export function ImagePicker({
  src,
  file,
  onFileChange,
  onRemove,
  shape = 'wide',
  accept = 'image/jpeg,image/png,image/webp,image/gif',
  disabled,
  ...field
}: ImagePickerProps) {
  const picked = useObjectUrl(file);
  const shown = picked ?? src ?? null;
  const remove = file !== null ? () => onFileChange(null) : src && onRemove ? onRemove : undefined;
  return (
    <Field {...field} group>
      {(control) => (
        <div
          role="group"
          id={control.id}
          aria-labelledby={control['aria-labelledby']}
          aria-describedby={control['aria-describedby']}
          className={cn('flex gap-4', shape === 'wide' ? 'flex-col' : 'items-center')}
        >
          <div
            className={cn(
              'flex shrink-0 items-center justify-center overflow-hidden border border-line-strong/60 bg-sunken text-muted',
              shown === null && 'border-dashed',
              control['aria-invalid'] && 'border-danger-ink',
              shape === 'wide' && 'aspect-video w-full rounded-lg',
              shape === 'square' && 'size-24 rounded-[28%]',
              shape === 'circle' && 'size-24 rounded-full',
            )}
          >
            {shown === null ? (
              <ImagePlus aria-hidden className="size-7" strokeWidth={1.5} />
            ) : (
              <img src={shown} alt="As it will appear" className="size-full object-cover" />
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <FileButton
              size="sm"
              accept={accept}
              disabled={disabled}
              onPick={(files) => onFileChange(files[0] ?? null)}
            >
              <ImagePlus aria-hidden />
              {shown === null ? 'Choose picture' : 'Change picture'}
            </FileButton>
            {remove !== undefined && (
              <Button size="sm" variant="danger-quiet" disabled={disabled} onClick={remove}>
                <Trash2 aria-hidden />
                Remove
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
