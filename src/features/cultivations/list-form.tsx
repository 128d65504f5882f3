import { ListChecks, UsersRound } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type CultivationView,
  cultivationEntry,
  cultivationLimits,
} from '#server/cultivations/cultivations.schema.ts';
import { api, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import { useNoteScreen } from '#src/app/still-here.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { RadioCards } from '#src/components/radio-cards.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { RuleBuilder } from './rule-builder.tsx';
import { RuleCount } from './rule-count.tsx';
import { draftsOf, readDrafts } from './rule-drafts.ts';
import { RuleSummary } from './rule-summary.tsx';
import { texts } from './texts.ts';

interface ListFormProps {
  /** What is changed; a new list where it is absent. */
  list?: CultivationView | undefined;
  /** Called where the form is still open then. */
  onSaved: () => void;
}

const kinds = [
  {
    value: 'names',
    label: texts.listForm.names,
    help: texts.listForm.namesHint,
    icon: <UsersRound />,
  },
  {
    value: 'rules',
    label: texts.listForm.rules,
    help: texts.listForm.rulesHint,
    icon: <ListChecks />,
  },
] as const;

/** The title and description of a list, and whether it has names or which rules. */
export function ListForm({ list, onSaved }: ListFormProps) {
  const formId = useId();
  const idFor = useIdFor();
  const noteScreen = useNoteScreen();
  const form = useSchemaForm(cultivationEntry, {
    title: list?.title ?? '',
    description: list?.description ?? '',
  });
  const [kind, setKind] = useState<'names' | 'rules'>(list?.keepsItself ? 'rules' : 'names');
  const [drafts, setDrafts] = useState(() => draftsOf(list?.rules));
  const [wasSent, setWasSent] = useState(false);
  const chosen = readDrafts(drafts);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    async (entry) => {
      setWasSent(true);
      if (kind === 'rules' && !chosen.rules) return;
      const isStillHere = noteScreen();
      const saved = { ...entry, ...(kind === 'rules' && { rules: chosen.rules }) };
      try {
        if (list) await api.cultivations.update.mutate({ ...saved, id: list._id });
        else await api.cultivations.create.mutate({ ...saved, _id: idFor(saved) });
        void utils.cultivations.invalidate();
        toast.success(texts.listForm.cultivationSaved);
        if (isStillHere()) onSaved();
      } catch (error) {
        showFailure(form, error);
        toast.failed(failureOf(error).message, { title: texts.listForm.cultivationNotSaved });
      }
    },
    () => setWasSent(true),
  );
  return (
    <Card>
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <NeedsConnection deed={texts.listForm.saving} />
        <TextField
          label={texts.listForm.title}
          required
          maxLength={cultivationLimits.title}
          error={errors.title?.message}
          {...form.register('title')}
        />
        <Textarea
          label={texts.listForm.description}
          maxLength={cultivationLimits.description}
          error={errors.description?.message}
          {...form.register('description')}
        />
        {!list && (
          <RadioCards label={texts.listForm.whoIsOnIt} options={kinds} value={kind} onValueChange={setKind} />
        )}
        {kind === 'rules' && (
          <section aria-labelledby={`${formId}-rules`} className="flex flex-col gap-3">
            <h2 id={`${formId}-rules`} className="font-semibold text-base">
              {texts.listForm.rules}
            </h2>
            <p className="text-muted text-sm">{texts.listForm.whatRulesDo}</p>
            <RuleBuilder
              drafts={drafts}
              onDraftsChange={setDrafts}
              errors={wasSent ? chosen.errors : new Map()}
            />
            <div className="flex flex-col gap-1.5 rounded-lg bg-sunken p-3.5">
              {chosen.rules && <RuleSummary rules={chosen.rules} />}
              <RuleCount rules={chosen.rules} />
            </div>
            <FormError message={wasSent ? chosen.error : undefined} />
          </section>
        )}
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={isSubmitting}>
            {list ? texts.listForm.update : texts.listForm.save}
          </Button>
          <ButtonLink variant="secondary" to="/cultivation/manage">
            {texts.listForm.cancel}
          </ButtonLink>
          <ButtonLink
            variant="quiet"
            className="h-auto min-h-control max-w-full whitespace-normal"
            to="/cultivation/manage"
          >
            {texts.listForm.manageCultivations}
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}
