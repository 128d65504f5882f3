import { useState } from 'react';
import { ImagePicker } from '#src/components/image-picker.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { texts } from './basic-info.texts.ts';

const PictureEditor = lazyDialog(
  async () => (await import('#src/components/picture-editor.tsx')).PictureEditor,
);

interface PictureFieldProps {
  label: string;
  shape: 'square' | 'circle';
  /** The path of the saved picture, or null. */
  saved: string | null;
  /** A new one as a data URL; null where it is to be removed; undefined where it stays as it is. */
  value: string | null | undefined;
  onValueChange: (picture: string | null) => void;
  error: string | undefined;
}

/** The profile picture: the user picks a file, then the part of it to show. */
export function PictureField({ label, shape, saved, value, onValueChange, error }: PictureFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isRefused, setIsRefused] = useState(false);

  function pick(picked: File | null) {
    setIsRefused(false);
    setFile(picked);
  }

  return (
    <>
      <ImagePicker
        label={label}
        shape={shape}
        src={value === undefined ? pictureUrl(saved, 400) : value}
        file={null}
        onFileChange={pick}
        onRemove={() => {
          setIsRefused(false);
          onValueChange(null);
        }}
        error={isRefused ? texts.pictureField.notAPicture : error}
      />
      {file !== null && (
        <PictureEditor
          file={file}
          shape={shape}
          onDone={(picture) => {
            onValueChange(picture);
            setFile(null);
          }}
          onClose={() => setFile(null)}
          onReject={() => {
            setIsRefused(true);
            setFile(null);
          }}
        />
      )}
    </>
  );
}
