import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type AdditionView, cultivationLimits } from '#server/cultivations/cultivations.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { api, trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Progress } from '#src/components/progress.tsx';
import { Select } from '#src/components/select.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { shorten } from '#src/lib/shorten.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { cultivationsAt } from '#src/local/collections/cultivations.ts';
import { useRefetchOn, useSteadyRefetch } from '#src/local/engine/use-refetch-on.ts';
import type { People } from './people.ts';
import { texts } from './texts.ts';

/** How many of a title's characters are shown. */
const titleLength = 50;
const newList = 'new';

interface AddToListDialogProps {
  people: People;
  /** Who they are: "12 people". */
  description: string;
  onClose: () => void;
}

/** Puts people on a list, or on a new one. Many take a while: the dialog shows the progress and may be left. */
export function AddToListDialog({ people, description, onClose }: AddToListDialogProps) {
  const formId = useId();
  const idFor = useIdFor();
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [addition, setAddition] = useState<AdditionView>();
  const lists = trpc.cultivations.list.useQuery({ limit: 1000 });
  // People on a list are copied to another one. Lists with rules take nobody.
  const offered = (lists.data?.items ?? []).filter(
    ({ _id, keepsItself }) => _id !== people.cultivationId && !keepsItself,
  );
  const target = lists.data && offered.length === 0 ? newList : chosen;
  const isTitleMissing = target === newList && title.trim() === '';

  async function add() {
    setWasSent(true);
    setFailure(undefined);
    if (target === null || isTitleMissing) return;
    setIsSending(true);
    try {
      const list = { title: title.trim() };
      const id =
        target === newList
          ? (await api.cultivations.create.mutate({ ...list, _id: idFor(list) }))._id
          : target;
      const begun = (await api.cultivations.addUsers.mutate({ ...people, id })).addition;
      void utils.cultivations.invalidate();
      if (begun.state === 'adding') setAddition(begun);
      else finish(begun);
    } catch (error) {
      setFailure(texts.addToListDialog.notAdded(failureOf(error).message));
    } finally {
      setIsSending(false);
    }
  }
  function finish({ added, total }: AdditionView) {
    toast.success(texts.addToListDialog.added, {
      ...(added < total && { title: texts.addToListDialog.addedAndKnown(added, total - added) }),
    });
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={people.cultivationId ? texts.addToListDialog.copyToAnother : texts.addToListDialog.addToAList}
        description={description}
        footer={
          addition ? (
            <DialogClose asChild>
              <Button variant="secondary">{texts.addToListDialog.continueInTheBackground}</Button>
            </DialogClose>
          ) : (
            <>
              <DialogClose asChild>
                <Button variant="secondary">{texts.addToListDialog.cancel}</Button>
              </DialogClose>
              <Button type="submit" form={formId} disabled={!lists.data} loading={isSending}>
                {people.cultivationId ? texts.addToListDialog.copyUsers : texts.addToListDialog.addUsers}
              </Button>
            </>
          )
        }
      >
        {addition ? (
          <AdditionProgress addition={addition} onDone={finish} />
        ) : (
          <form
            id={formId}
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              void add();
            }}
          >
            <NeedsConnection deed={texts.addToListDialog.adding} />
            {!lists.data &&
              (lists.isError || lists.isPaused ? (
                <ErrorState
                  message={failureOf(lists.error).message}
                  retrying={lists.isFetching && !lists.isPaused}
                  onRetry={() => void lists.refetch()}
                />
              ) : (
                <SkeletonList
                  label={texts.addToListDialog.loadingYourLists}
                  count={1}
                  item={<RowSkeleton />}
                />
              ))}
            {offered.length > 0 && (
              <Select
                label={texts.addToListDialog.list}
                required
                value={target}
                onValueChange={setChosen}
                error={wasSent && target === null ? validationMessages.required : undefined}
                options={[
                  { value: newList, label: texts.addToListDialog.newList },
                  ...offered.map(({ _id, title: name, totalUsers }) => ({
                    value: _id,
                    label: `${shorten(name, titleLength)} (${totalUsers})`,
                  })),
                ]}
              />
            )}
            {target === newList && (
              <TextField
                label={texts.addToListDialog.newTitle}
                required
                maxLength={cultivationLimits.title}
                value={title}
                error={wasSent && isTitleMissing ? validationMessages.required : undefined}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
            )}
            <FormError message={failure} />
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** How far an addition is. It is fetched again on events. */
function AdditionProgress({
  addition,
  onDone,
}: {
  addition: AdditionView;
  onDone: (addition: AdditionView) => void;
}) {
  const {
    data = addition,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['addition', addition._id],
    queryFn: async () => {
      const { addition: newest } = await api.cultivations.additions.query({ id: addition.cultivationId });
      // Another addition to the list begins only after this one, or this one is gone with its list.
      const state = newest?._id === addition._id ? newest : { ...addition, state: 'done' as const };
      if (state.state === 'done') {
        void utils.cultivations.invalidate();
        onDone(state);
      }
      return state;
    },
  });
  useRefetchOn(cultivationsAt, { isPending, refetch: useSteadyRefetch(refetch) });
  return (
    <div role="status" className="flex flex-col gap-3">
      <Progress
        label={texts.addToListDialog.addingPeople}
        value={data.total === 0 ? null : (100 * data.done) / data.total}
      />
      <p className="text-muted text-sm tabular-nums">
        {texts.addToListDialog.progress(data.done, data.total)}
      </p>
    </div>
  );
}
