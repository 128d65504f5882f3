import { ImagePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { isolate } from '#server/isolate.schema.ts';
import { postLimits } from '#server/posts/posts.schema.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FileButton } from '#src/components/file-button.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { toDataUrl } from '#src/lib/data-url.ts';
import { texts } from './post-form.texts.ts';
import type { PostForm } from './post-form.ts';

const megabytes = postLimits.imageBytes / 1024 / 1024;

// Dragging takes code that a post without pictures does not need.
const ImageList = lazyPart(async () => (await import('./image-list.tsx')).ImageList);

/** The pictures of a post in their order, each with a caption; the first is the one that cards show. */
export function ImagesField({ form }: { form: PostForm }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'images' });
  const [problem, setProblem] = useState<string>();
  const [deleting, setDeleting] = useState<number>();
  const errors = form.formState.errors.images;
  const isFull = fields.length >= postLimits.images;

  const add = async (files: File[]) => {
    const room = postLimits.images - fields.length;
    const small = files.filter((file) => file.size <= postLimits.imageBytes);
    const shown = await Promise.all(small.map(canBeShown));
    const fitting = small.filter((_, index) => shown[index]).slice(0, room);
    const unknown = small.find((_, index) => !shown[index]);
    if (unknown) setProblem(texts.imagesField.cannotBeShown(isolate(unknown.name)));
    else if (small.length < files.length) setProblem(texts.imagesField.tooLarge(megabytes));
    else if (files.length > room) setProblem(texts.imagesField.tooMany(postLimits.images));
    else setProblem(undefined);
    append(
      await Promise.all(fitting.map(async (file) => ({ path: await toDataUrl(file), description: '' }))),
      { shouldFocus: false },
    );
  };

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{texts.imagesField.images}</legend>
      {fields.length === 0 && <p className="text-muted text-sm">{texts.imagesField.noImage}</p>}
      {fields.length > 0 && (
        <Suspense fallback={<Skeleton className="h-24 rounded-lg" />}>
          <ImageList form={form} images={fields} onMove={move} onDelete={setDeleting} />
        </Suspense>
      )}
      <p role="alert" className="text-danger-ink text-sm empty:hidden">
        {problem ?? errors?.root?.message ?? errors?.message}
      </p>
      {isFull ? (
        <p className="text-muted text-sm">{texts.imagesField.isFull(postLimits.images)}</p>
      ) : (
        <FileButton
          className="self-start"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          multiple
          onPick={(files) => void add(files)}
        >
          <ImagePlus /> {texts.imagesField.addImages}
        </FileButton>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={texts.imagesField.deleteQuestion}
        description={texts.imagesField.deleteHint}
        confirmLabel={texts.imagesField.delete}
        tone="danger"
        onConfirm={() => {
          remove(deleting);
          setDeleting(undefined);
        }}
      />
    </fieldset>
  );
}

/** Whether this browser can make a picture of a file, whatever it is called. */
const canBeShown = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );
