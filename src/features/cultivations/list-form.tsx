import { useId } from 'react';
import {
  type CultivationView,
  cultivationEntry,
  cultivationLimits,
} from '#server/cultivations/cultivations.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';

interface ListFormProps {
  /** What is changed; a new list where it is absent. */
  list?: CultivationView | undefined;
  onSaved: () => void;
}

/** The title and description of a list. */
export function ListForm({ list, onSaved }: ListFormProps) {
  const formId = useId();
  const idFor = useIdFor();
  const utils = trpc.useUtils();
  const form = useSchemaForm(cultivationEntry, {
    title: list?.title ?? '',
    description: list?.description ?? '',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (entry) => {
    try {
      if (list) await api.cultivations.update.mutate({ ...entry, id: list._id });
      else await api.cultivations.create.mutate({ ...entry, _id: idFor(entry) });
      void utils.cultivations.invalidate();
      toast.success('Cultivation saved.');
      onSaved();
    } catch (error) {
      showFailure(form, error);
      toast.failed(failureOf(error).message, { title: 'Cultivation not saved' });
    }
  });
  return (
    <Card>
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <NeedsConnection deed="Saving" />
        <TextField
          label="Title"
          required
          maxLength={cultivationLimits.title}
          error={errors.title?.message}
          {...form.register('title')}
        />
        <Textarea
          label="Description"
          maxLength={cultivationLimits.description}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={isSubmitting}>
            {list ? 'Update' : 'Save'}
          </Button>
          <ButtonLink variant="secondary" to="/cultivation/manage">
            Cancel
          </ButtonLink>
          <ButtonLink variant="quiet" to="/cultivation/manage">
            Manage Cultivations
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}
