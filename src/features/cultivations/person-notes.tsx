import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type NoteView, prospectLimits } from '#server/prospects/prospects.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { api, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { fill } from '#src/lib/fill.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { useTextDraft } from '#src/local/engine/use-text-draft.ts';
import { texts } from './texts.ts';

/** Changes the notes that are shown. */
type ChangeNotes = (changed: (notes: NoteView[]) => NoteView[]) => void;

/** The organization's notes on a user: added, changed and deleted. */
export function PersonNotes({ userId, notes }: { userId: string; notes: readonly NoteView[] }) {
  const idFor = useIdFor();
  const change: ChangeNotes = (changed) =>
    utils.prospects.byId.setData(
      { userId },
      (person) => person && { ...person, notes: changed(person.notes) },
    );
  return (
    <section aria-labelledby="notes-heading" className="flex flex-col gap-3">
      <h3 id="notes-heading" className="font-semibold text-lg">
        {texts.personNotes.notes}
      </h3>
      <NoteForm
        label={texts.personNotes.newNote}
        buttonLabel={texts.personNotes.addNote}
        draftKey={`note on ${userId}`}
        initialText=""
        save={async (text) => {
          const _id = idFor(text);
          const note = await api.prospects.addNote.mutate({ _id, userId, text });
          change((before) => [note, ...before.filter((one) => one._id !== _id)]);
        }}
      />
      {notes.length > 0 && (
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {notes.map((note) => (
            <Note key={note._id} note={note} change={change} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Note({ note, change }: { note: NoteView; change: ChangeNotes }) {
  const [state, setState] = useState<'shown' | 'edited' | 'deleting'>('shown');
  const { _id: id, text, createdAt, changedAt } = note;
  const show = () => setState('shown');

  async function remove() {
    try {
      await api.prospects.removeNote.mutate({ id });
      change((notes) => notes.filter((one) => one._id !== id));
    } catch (error) {
      toast.failed(failureOf(error).message, { title: texts.personNotes.noteNotDeleted });
      throw error;
    }
  }
  if (state === 'edited')
    return (
      <li className="py-3">
        <NoteForm
          label={texts.personNotes.note}
          buttonLabel={texts.personNotes.save}
          draftKey={`note ${id}`}
          initialText={text}
          save={async (entered) => {
            const changed = await api.prospects.changeNote.mutate({ id, text: entered });
            change((notes) => notes.map((one) => (one._id === id ? changed : one)));
            show();
          }}
          onCancel={show}
        />
      </li>
    );
  return (
    <li className="flex items-start gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        <p className="mt-1 text-muted text-sm">
          {fill(changedAt === null ? texts.personNotes.written : texts.personNotes.writtenAndEdited, {
            at: <RelativeTime time={createdAt} />,
            edited: changedAt !== null && <RelativeTime time={changedAt} />,
          })}
        </p>
      </div>
      <IconButton label={texts.personNotes.editNote} size="sm" onClick={() => setState('edited')}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={texts.personNotes.deleteNote}
        size="sm"
        variant="danger-quiet"
        onClick={() => setState('deleting')}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={state === 'deleting'}
        onOpenChange={show}
        title={texts.personNotes.deleteQuestion}
        description={texts.personNotes.deleteHint}
        confirmLabel={texts.personNotes.delete}
        onConfirm={remove}
      />
    </li>
  );
}

interface NoteFormProps {
  label: string;
  buttonLabel: string;
  /** The name under which the text is kept until it is saved. */
  draftKey: string;
  initialText: string;
  save: (text: string) => Promise<void>;
  onCancel?: () => void;
}

/** A note as it is typed. It stays, also after a reload, until it is saved. */
function NoteForm({ label, buttonLabel, draftKey, initialText, save, onCancel }: NoteFormProps) {
  const { text, change, clear } = useTextDraft(draftKey, initialText);
  const [wasSent, setWasSent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isBlank = text.trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWasSent(true);
    setFailure(undefined);
    if (isBlank || isSaving) return;
    setIsSaving(true);
    try {
      await save(text);
      clear();
      setWasSent(false);
    } catch (error) {
      setFailure(texts.personNotes.noteNotSaved(failureOf(error).message));
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <NeedsConnection deed={texts.personNotes.saving}>{texts.personNotes.yourTextIsKept}</NeedsConnection>
      <Textarea
        label={label}
        maxLength={prospectLimits.note}
        rows={3}
        value={text}
        error={wasSent && isBlank ? validationMessages.required : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <FormError message={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={isSaving}>
          {buttonLabel}
        </Button>
        {onCancel && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              clear();
              onCancel();
            }}
          >
            {texts.personNotes.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
