import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { showFailure, takeSaved, useSchemaForm } from '#src/app/form.ts';
import { useNoteScreen } from '#src/app/still-here.ts';
import { Button } from '#src/components/button.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { toast } from '#src/components/toast.ts';
import { useDraft } from '#src/local/engine/use-draft.ts';
import { useKeptDraft } from '#src/local/engine/use-kept-draft.ts';
import { SectionButtons, SectionFrame, useLeadTo } from './section-frame.tsx';
import { type StepPath, wayThrough } from './steps.ts';
import { texts } from './texts.ts';

interface SectionFormProps<In extends FieldValues, Out> {
  title: string;
  intro: string;
  /** The step that this is of completing a profile: saving then leads on. Absent where it is a setting. */
  step: StepPath | undefined;
  schema: z.ZodType<Out, In>;
  /** What is saved at present. */
  values: In;
  /** The name under which unsaved typing is kept. */
  draftKey: string;
  /** Saves the entered values, and resolves to the saved ones. */
  save: (entered: Out) => Promise<In>;
  /** The toast after a save. */
  savedMessage: string;
  children: (form: UseFormReturn<In, unknown, Out>) => ReactNode;
}

/** The form of a part of one's profile. What is typed survives a reload, and a save that fails. */
export function SectionForm<In extends FieldValues, Out>(props: SectionFormProps<In, Out>) {
  const draft = useDraft<Partial<In>>(props.draftKey);
  if (draft.isLoading) return <SkeletonForm label={texts.sectionForm.loading(props.title)} />;
  return <LoadedForm {...props} kept={draft.values} />;
}

function LoadedForm<In extends FieldValues, Out>({
  title,
  intro,
  step,
  schema,
  values,
  draftKey,
  save,
  savedMessage,
  kept,
  children,
}: SectionFormProps<In, Out> & { kept: Partial<In> | undefined }) {
  const leadTo = useLeadTo();
  const noteScreen = useNoteScreen();
  const form = useSchemaForm(schema, { ...values, ...kept } as DefaultValues<In>);
  const draft = useKeptDraft(draftKey, form, values);
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [hasNothing, setHasNothing] = useState(false);
  const way = step && wayThrough(step);
  const { errors, isSubmitting, isDirty } = form.formState;

  const saveAndGo = (target: StepPath | undefined) =>
    form.handleSubmit(async (entered) => {
      const isStillHere = noteScreen();
      const sent = structuredClone(form.getValues());
      const changesNothing = JSON.stringify(sent) === JSON.stringify(values);
      // An empty form is not reported as saved; a step leads on all the same.
      const savesNothing = changesNothing && !way && isEmpty(sent);
      setHasNothing(savesNothing);
      if (savesNothing) return;
      let typedMeanwhile: Partial<In>;
      try {
        const saved = await save(entered);
        typedMeanwhile = takeSaved(form, sent, saved);
        await draft.rebase(saved);
        setIsRestored(false);
        // Replaces the toast of the step before.
        // Of a step in which nothing was typed there is nothing to report.
        if (!way || !changesNothing) toast.success(savedMessage, { id: 'saved' });
      } catch (error) {
        toast.failed(showFailure(form, error), { title: texts.sectionForm.failed });
        return;
      }
      // Who typed on while it was saved is not taken away from what is not.
      if (target !== undefined && Object.keys(typedMeanwhile).length === 0 && isStillHere()) leadTo(target);
    });

  async function discard() {
    form.reset(values);
    setIsRestored(false);
    await draft.rebase(values);
  }

  return (
    <SectionFrame title={title} intro={intro} step={step}>
      <NeedsConnection deed={texts.sectionForm.saving}>{texts.sectionForm.keptMeanwhile}</NeedsConnection>
      {isRestored && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-brand-soft py-1.5 pr-2 pl-4 text-brand-ink text-sm">
          <p className="flex items-center gap-2.5">
            <History aria-hidden className="size-4.5 shrink-0" />
            {texts.sectionForm.unsavedFromEarlier}
          </p>
          <Button variant="quiet" size="sm" onClick={() => void discard()}>
            {texts.sectionForm.discard}
          </Button>
        </div>
      )}
      <form onSubmit={saveAndGo(way?.next)} noValidate className="flex flex-col gap-5">
        {children(form)}
        <FormError message={errors.root?.message} />
        {hasNothing && !isDirty && (
          <p role="status" className="text-right text-muted text-sm">
            {texts.sectionForm.nothingToSave}
          </p>
        )}
        <SectionButtons>
          {way?.back && (
            <>
              <Button variant="secondary" size="lg" disabled={isSubmitting} onClick={saveAndGo(way.back)}>
                {texts.sectionForm.back}
              </Button>
              <Button variant="quiet" size="lg" disabled={isSubmitting} onClick={() => leadTo(way.next)}>
                {texts.sectionForm.skip}
              </Button>
            </>
          )}
          <Button type="submit" size="lg" loading={isSubmitting}>
            {way ? texts.sectionForm.next : texts.sectionForm.save}
          </Button>
        </SectionButtons>
      </form>
    </SectionFrame>
  );
}

/** Whether nothing at all is entered. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined || value === '';
