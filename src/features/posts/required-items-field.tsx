import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Controller, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import type { PostForm } from './post-form.ts';

const DateField = lazy(async () => ({ default: (await import('#src/components/date-field.tsx')).DateField }));

/** The required items of an in-kind post. */
export function RequiredItemsField({ form }: { form: PostForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'requiredItems' });
  const [deleting, setDeleting] = useState<number>();
  const errors = form.formState.errors.requiredItems;

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">Required items</legend>
      <p className="text-muted text-sm">
        {fields.length === 0
          ? 'No Required Item Added'
          : 'Items without a name or a requirement won’t be saved.'}
      </p>
      <ul className="flex flex-col gap-3">
        {fields.map((item, index) => (
          <li key={item.id} className="grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
            <TextField
              label="Name"
              placeholder="Winter coats"
              error={errors?.[index]?.name?.message}
              {...form.register(`requiredItems.${index}.name`)}
            />
            <TextField
              label="Requirement"
              placeholder="20, for children"
              error={errors?.[index]?.requirement?.message}
              {...form.register(`requiredItems.${index}.requirement`)}
            />
            <Suspense fallback={<Skeleton className="h-17" />}>
              <Controller
                control={form.control}
                name={`requiredItems.${index}.neededBy`}
                render={({ field }) => (
                  <DateField
                    label="Needed by"
                    value={field.value}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                    focusRef={field.ref}
                    error={errors?.[index]?.neededBy?.message}
                  />
                )}
              />
            </Suspense>
            <IconButton
              label={`Delete item ${index + 1}`}
              className="self-end justify-self-end"
              onClick={() => setDeleting(index)}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => append({ name: '', requirement: '', neededBy: null })}
      >
        <Plus /> Add an item
      </Button>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Are you sure to delete this item?"
        description="It will be gone for good once you save the post."
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
