import { Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Controller, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { texts } from './post-form.texts.ts';
import type { PostForm } from './post-form.ts';

const DateField = lazyPart(async () => (await import('#src/components/date-field.tsx')).DateField);

/** The required items of an in-kind post. */
export function RequiredItemsField({ form }: { form: PostForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'requiredItems' });
  const [deleting, setDeleting] = useState<number>();
  const errors = form.formState.errors.requiredItems;

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{texts.requiredItems.requiredItems}</legend>
      <p className="text-muted text-sm">
        {fields.length === 0 ? texts.requiredItems.noRequiredItem : texts.requiredItems.incompleteHint}
      </p>
      <ul className="flex flex-col gap-3">
        {fields.map((item, index) => (
          <li key={item.id} className="grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
            <TextField
              label={texts.requiredItems.name}
              placeholder={texts.requiredItems.nameExample}
              error={errors?.[index]?.name?.message}
              {...form.register(`requiredItems.${index}.name`)}
            />
            <TextField
              label={texts.requiredItems.requirement}
              placeholder={texts.requiredItems.requirementExample}
              error={errors?.[index]?.requirement?.message}
              {...form.register(`requiredItems.${index}.requirement`)}
            />
            <Suspense fallback={<Skeleton className="h-17" />}>
              <Controller
                control={form.control}
                name={`requiredItems.${index}.neededBy`}
                render={({ field }) => (
                  <DateField
                    label={texts.requiredItems.neededBy}
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
              label={texts.requiredItems.deleteItem(index + 1)}
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
        <Plus /> {texts.requiredItems.addAnItem}
      </Button>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={texts.requiredItems.deleteQuestion}
        description={texts.requiredItems.deleteHint}
        confirmLabel={texts.requiredItems.delete}
        tone="danger"
        onConfirm={() => {
          remove(deleting);
          setDeleting(undefined);
        }}
      />
    </fieldset>
  );
}
