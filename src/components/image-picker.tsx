import { ImagePlus, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { FileButton } from './file-button.tsx';
import * as texts from './texts.ts';

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

/** A file as a picture; its address is given back when it is no longer shown. */
function FilePreview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={texts.asItWillAppear} className="size-full object-cover" />;
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
  const isEmpty = file === null && !src;
  const remove = file !== null ? () => onFileChange(null) : src && onRemove ? onRemove : undefined;
  return (
    <Field {...field} group>
      {(control) => (
        <div
          role="group"
          id={control.id}
          aria-labelledby={control['aria-labelledby']}
          aria-describedby={control['aria-describedby']}
          className={cn('flex gap-4', shape === 'wide' ? 'flex-col' : 'flex-wrap items-center')}
        >
          <div
            className={cn(
              'flex shrink-0 items-center justify-center overflow-hidden border border-line-strong/60 bg-sunken text-muted',
              isEmpty && 'border-dashed',
              control['aria-invalid'] && 'border-danger-ink',
              shape === 'wide' && 'aspect-video w-full rounded-lg',
              shape === 'square' && 'size-24 rounded-[28%]',
              shape === 'circle' && 'size-24 rounded-full',
            )}
          >
            {file !== null && <FilePreview file={file} />}
            {file === null && src && (
              <img src={src} alt={texts.asItWillAppear} className="size-full object-cover" />
            )}
            {isEmpty && <ImagePlus aria-hidden className="size-7" strokeWidth={1.5} />}
          </div>
          <div className="flex flex-wrap gap-2">
            <FileButton
              size="sm"
              accept={accept}
              disabled={disabled}
              onPick={(files) => onFileChange(files[0] ?? null)}
            >
              <ImagePlus aria-hidden />
              {isEmpty ? texts.choosePicture : texts.changePicture}
            </FileButton>
            {remove !== undefined && (
              <Button size="sm" variant="danger-quiet" disabled={disabled} onClick={remove}>
                <Trash2 aria-hidden />
                {texts.remove}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
