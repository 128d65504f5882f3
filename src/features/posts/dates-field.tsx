import { Suspense, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { Button } from '#src/components/button.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { halfTyped } from '#src/components/half-typed.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { hoursLater, timeZoneLabel } from '#src/lib/zoned-time.ts';
import { texts } from './post-form.texts.ts';
import type { PostForm } from './post-form.ts';

const DateTimeField = lazyPart(
  async () => (await import('#src/components/date-time-field.tsx')).DateTimeField,
);

/**
 * The dates of a post in its time zone, which is that of its place until the user chooses one. Changing the start sets
 * the end to an hour later.
 */
export function DatesField({ form }: { form: PostForm }) {
  const { errors } = form.formState;
  const timeZone = useWatch({ control: form.control, name: 'timeZone' });
  return (
    <div className="flex flex-col gap-2">
      <Suspense fallback={<Skeleton className="h-17" />}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={form.control}
            name="startDateTime"
            render={({ field }) => (
              <DateTimeField
                label={texts.datesField.starts}
                timeZone={timeZone}
                value={field.value}
                onBlur={field.onBlur}
                focusRef={field.ref}
                error={errors.startDateTime?.message}
                onValueChange={(start) => {
                  field.onChange(start);
                  if (start !== halfTyped)
                    form.setValue('endDateTime', start && hoursLater(start, 1), { shouldValidate: true });
                }}
              />
            )}
          />
          <Controller
            control={form.control}
            name="endDateTime"
            render={({ field }) => (
              <DateTimeField
                label={texts.datesField.ends}
                timeZone={timeZone}
                value={field.value}
                onBlur={field.onBlur}
                focusRef={field.ref}
                error={errors.endDateTime?.message}
                onValueChange={field.onChange}
              />
            )}
          />
        </div>
      </Suspense>
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field }) => (
          <TimeZone
            value={field.value}
            onChange={(chosen) => {
              field.onChange(chosen);
              form.setValue('isTimeZoneChosen', true);
            }}
            error={errors.timeZone?.message}
          />
        )}
      />
    </div>
  );
}

interface TimeZoneProps {
  value: string;
  onChange: (timeZone: string) => void;
  error: string | undefined;
}

function TimeZone({ value, onChange, error }: TimeZoneProps) {
  const [text, setText] = useState<string>();
  if (text === undefined)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        <span role="status">{texts.datesField.timesAreIn(timeZoneLabel(value))}</span>
        <Button variant="quiet" size="sm" onClick={() => setText('')}>
          {texts.datesField.changeTimeZone}
        </Button>
      </p>
    );
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().includes(wanted));
  return (
    <Combobox
      label={texts.datesField.timeZone}
      placeholder={texts.datesField.timeZoneExample}
      inputValue={text}
      onInputValueChange={setText}
      error={error}
      groups={[
        { options: zones.slice(0, 50).map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') })) },
      ]}
      onSelect={({ id }) => {
        onChange(id);
        setText(undefined);
      }}
    />
  );
}
