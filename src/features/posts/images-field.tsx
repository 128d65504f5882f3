import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { postLimits } from '#server/posts/posts.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FileButton } from '#src/components/file-button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toDataUrl } from '#src/lib/data-url.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import type { PostForm } from './post-form.ts';

const megabytes = postLimits.imageBytes / 1024 / 1024;

/** The pictures of a post in their order, each with a caption; the first is the one that cards show. */
export function ImagesField({ form }: { form: PostForm }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'images' });
  const [problem, setProblem] = useState<string>();
  const [deleting, setDeleting] = useState<number>();
  const errors = form.formState.errors.images;

  const add = async (files: File[]) => {
    const room = postLimits.images - fields.length;
    const small = files.filter((file) => file.size <= postLimits.imageBytes);
    const shown = await Promise.all(small.map(canBeShown));
    const fitting = small.filter((_, index) => shown[index]).slice(0, room);
    const unknown = small.find((_, index) => !shown[index]);
    if (unknown) setProblem(`${unknown.name} is not a picture that can be shown.`);
    else if (small.length < files.length) setProblem(`A picture may have at most ${megabytes} MB.`);
    else if (files.length > room) setProblem(`A post may have at most ${postLimits.images} pictures.`);
    else setProblem(undefined);
    append(
      await Promise.all(fitting.map(async (file) => ({ path: await toDataUrl(file), description: '' }))),
      { shouldFocus: false },
    );
  };

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">Images</legend>
      {fields.length === 0 && <p className="text-muted text-sm">No Image Added</p>}
      <ol className="flex flex-col gap-3">
        {fields.map((image, index) => (
          <li key={image.id} className="flex items-start gap-3 rounded-lg border border-line p-3">
            <span className="relative w-28 shrink-0">
              <img
                src={pictureUrl(image.path, 400)}
                alt=""
                className="aspect-video w-full rounded-md bg-sunken object-cover"
              />
              {index === 0 && <Badge className="absolute top-1 left-1">Default</Badge>}
            </span>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <TextField
                label={`Description of image ${index + 1}`}
                hideLabel
                placeholder="What does it show?"
                error={errors?.[index]?.description?.message ?? errors?.[index]?.path?.message}
                {...form.register(`images.${index}.description`)}
              />
              <span className="flex gap-1">
                <IconButton
                  label="Move earlier"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label="Move later"
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton label={`Delete image ${index + 1}`} onClick={() => setDeleting(index)}>
                  <Trash2 />
                </IconButton>
              </span>
            </div>
          </li>
        ))}
      </ol>
      <p role="alert" className="text-danger-ink text-sm empty:hidden">
        {problem ?? errors?.root?.message ?? errors?.message}
      </p>
      {fields.length < postLimits.images && (
        <FileButton
          className="self-start"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          multiple
          onPick={(files) => void add(files)}
        >
          <ImagePlus /> Add images
        </FileButton>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Are you sure to delete this image?"
        description="It is gone for good once you save the post."
        confirmLabel="Delete"
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
