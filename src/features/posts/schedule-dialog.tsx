import { Suspense } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { validationMessages } from '#server/validation.schema.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { halfTyped } from '#src/components/half-typed.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { timeZoneLabel } from '#src/lib/zoned-time.ts';
import { texts } from './post-form.texts.ts';
import type { PostForm } from './post-form.ts';
import { scheduleNotes } from './post-notes.ts';
import { PostNotes } from './post-notes-list.tsx';

const DateTimeField = lazyPart(
  async () => (await import('#src/components/date-time-field.tsx')).DateTimeField,
);

interface ScheduleDialogProps {
  form: PostForm;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  saving: boolean;
  onSchedule: () => void;
  onKeepAsDraft: () => void;
}

/** When a post is to go out by itself. */
export function ScheduleDialog({
  form,
  open,
  onOpenChange,
  saving,
  onSchedule,
  onKeepAsDraft,
}: ScheduleDialogProps) {
  const values = useWatch({ control: form.control, compute: (all) => all });
  const error = form.formState.errors.scheduledPublishDateTime?.message;
  const schedule = () => {
    const at = form.getValues('scheduledPublishDateTime');
    if (at !== null && at !== halfTyped) return onSchedule();
    const message = at === null ? validationMessages.required : validationMessages.date;
    form.setError('scheduledPublishDateTime', { message }, { shouldFocus: true });
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={texts.scheduleDialog.schedule}
        description={texts.scheduleDialog.hint}
        size="sm"
        footer={
          <>
            <Button variant="secondary" disabled={saving} onClick={onKeepAsDraft}>
              {texts.scheduleDialog.saveAsDraft}
            </Button>
            <Button loading={saving} onClick={schedule}>
              {texts.scheduleDialog.publishOnSchedule}
            </Button>
          </>
        }
      >
        <Suspense fallback={<Skeleton className="h-17" />}>
          <Controller
            control={form.control}
            name="scheduledPublishDateTime"
            render={({ field }) => (
              <DateTimeField
                label={texts.scheduleDialog.publishOn}
                help={texts.datesField.timesAreIn(timeZoneLabel(deviceTimeZone()))}
                value={field.value}
                focusRef={field.ref}
                onValueChange={(at) => {
                  form.clearErrors('scheduledPublishDateTime');
                  field.onChange(at);
                }}
                error={error}
              />
            )}
          />
        </Suspense>
        <PostNotes notes={scheduleNotes(values)} className="mt-4" />
      </DialogContent>
    </Dialog>
  );
}
