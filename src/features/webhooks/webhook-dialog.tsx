import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { createWebhookInput, type WebhookView } from '#server/webhooks/webhooks.schema.ts';
import { type RouterOutputs, trpc, utils } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { Button } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { Field } from '#src/components/field.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './texts.ts';

/** A webhook with its secret, as it is shown once. */
export type WebhookWithSecret = RouterOutputs['webhooks']['create'];

const events = ['post.published', 'follower.added', 'membership.requested', 'going.added'] as const;

interface WebhookDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is changed; a new one where it is absent. */
  webhook?: WebhookView;
  onCreated?: (created: WebhookWithSecret) => void;
}

/** Adds a webhook or changes one. What is typed outlives the dialog, until it is saved. */
export function WebhookDialog({ open, onOpenChange, webhook, onCreated }: WebhookDialogProps) {
  const formId = useId();
  const create = trpc.webhooks.create.useMutation();
  const update = trpc.webhooks.update.useMutation();
  const form = useSchemaForm(createWebhookInput, {
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...events],
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      if (webhook) {
        form.reset(
          await update
            .mutateAsync({ id: webhook._id, ...input })
            .then(({ url, events: saved }) => ({ url, events: saved })),
        );
        toast.success(texts.dialog.saved);
      } else {
        const created = await create.mutateAsync(input);
        form.reset();
        onCreated?.(created);
      }
      onOpenChange(false);
    } catch (error) {
      showFailure(form, error);
    }
    // Also where it failed: a response can be lost.
    void utils.webhooks.list.invalidate();
  });

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={webhook ? texts.dialog.editWebhook : texts.dialog.addWebhook}
        description={webhook ? texts.dialog.editHint : texts.dialog.hint}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{texts.dialog.cancel}</Button>
            </DialogClose>
            <Button type="submit" form={formId} loading={create.isPending || update.isPending}>
              {webhook ? texts.dialog.save : texts.dialog.addWebhook}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
          <NeedsConnection deed={texts.dialog.saving} />
          <TextField
            label={texts.dialog.url}
            help={texts.dialog.urlHelp}
            type="url"
            dir="ltr"
            autoComplete="off"
            required
            error={errors.url?.message}
            {...form.register('url')}
          />
          <Controller
            control={form.control}
            name="events"
            render={({ field }) => (
              <Field label={texts.dialog.events} required group error={errors.events?.message}>
                {(control) => (
                  <div
                    role="group"
                    aria-labelledby={control['aria-labelledby']}
                    aria-describedby={control['aria-describedby']}
                  >
                    {events.map((event, index) => (
                      <Checkbox
                        key={event}
                        {...(index === 0 && { ref: field.ref })}
                        label={texts.events[event].label}
                        help={texts.events[event].help}
                        checked={field.value.includes(event)}
                        onBlur={field.onBlur}
                        onCheckedChange={(isChecked) =>
                          field.onChange(
                            events.filter((other) =>
                              other === event ? isChecked === true : field.value.includes(other),
                            ),
                          )
                        }
                      />
                    ))}
                  </div>
                )}
              </Field>
            )}
          />
          <FormError message={errors.root?.message} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
