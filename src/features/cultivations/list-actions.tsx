import { Copy, SquarePen, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { type CultivationView, cultivationLimits } from '#server/cultivations/cultivations.schema.ts';
import { isolate } from '#server/isolate.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { api, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { IconLink } from '#src/components/link.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { peopleOf } from '#src/lib/people-of.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import { texts } from './texts.ts';

/** What can be done with a list: change, delete, copy it, and copy its users to another one. */
export function ListActions({ list }: { list: CultivationView }) {
  const [open, setOpen] = useState<'delete' | 'copy' | 'users'>();
  const { _id: id, title } = list;
  const close = () => setOpen(undefined);

  async function remove() {
    try {
      await api.cultivations.remove.mutate({ id });
      toast.success(texts.listActions.cultivationDeleted);
      void utils.cultivations.list.invalidate();
    } catch (error) {
      toast.failed(failureOf(error).message, { title: texts.listActions.cultivationNotDeleted });
      throw error;
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-end">
      <IconLink label={texts.listActions.editOf(title)} size="sm" to="/cultivation/$id/edit" params={{ id }}>
        <SquarePen aria-hidden />
      </IconLink>
      <IconButton label={texts.listActions.copyAsNew(title)} size="sm" onClick={() => setOpen('copy')}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton
        label={texts.listActions.copyUsers(title)}
        size="sm"
        disabled={list.totalUsers === 0}
        onClick={() => setOpen('users')}
      >
        <UsersRound aria-hidden />
      </IconButton>
      <IconButton
        label={texts.listActions.deleteOf(title)}
        size="sm"
        variant="danger-quiet"
        onClick={() => setOpen('delete')}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={texts.listActions.deleteQuestion}
        description={texts.listActions.deleteHint(isolate(title))}
        confirmLabel={texts.listActions.delete}
        onConfirm={remove}
      />
      {open === 'copy' && <CopyListDialog list={list} onClose={close} />}
      {open === 'users' && (
        <AddToListDialog
          people={{ cultivationId: id }}
          description={texts.listActions.peopleFrom(peopleOf(list.totalUsers), isolate(title))}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Copies a list, with everybody on it, under a title of its own. */
function CopyListDialog({ list, onClose }: { list: CultivationView; onClose: () => void }) {
  const idFor = useIdFor();
  const [title, setTitle] = useState(list.title);
  const [failure, setFailure] = useState<string>();
  const [wasSent, setWasSent] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isMissing = title.trim() === '';

  async function copy() {
    setWasSent(true);
    if (isMissing) return;
    setIsSending(true);
    setFailure(undefined);
    try {
      const input = { id: list._id, title: title.trim() };
      await api.cultivations.copy.mutate({ ...input, _id: idFor(input) });
      void utils.cultivations.list.invalidate();
      toast.success(texts.listActions.cultivationCopied);
      onClose();
    } catch (error) {
      setFailure(texts.listActions.cultivationNotCopied(failureOf(error).message));
    } finally {
      setIsSending(false);
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={texts.listActions.cultivateList}
        description={texts.listActions.copyHint(
          peopleOf(list.totalUsers),
          isolate(list.title),
          list.keepsItself,
        )}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{texts.listActions.cancel}</Button>
            </DialogClose>
            <Button type="submit" form={`copy-${list._id}`} loading={isSending}>
              {texts.listActions.save}
            </Button>
          </>
        }
      >
        <form
          id={`copy-${list._id}`}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void copy();
          }}
        >
          <NeedsConnection deed={texts.listActions.copying} />
          <TextField
            label={texts.listActions.title}
            required
            maxLength={cultivationLimits.title}
            value={title}
            error={wasSent && isMissing ? validationMessages.required : undefined}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <FormError message={failure} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
