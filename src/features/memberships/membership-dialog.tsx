import { type FormEvent, useId, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import {
  type MembershipView,
  membershipEntry,
  membershipTypes,
} from '#server/memberships/memberships.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { showFailure, useSchemaForm } from '#src/app/form.ts';
import type { FoundUser } from '#src/app/user-search.ts';
import { Button } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Select } from '#src/components/select.tsx';
import { toast } from '#src/components/toast.ts';
import { now } from '#src/lib/server-clock.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { words } from '#src/lib/words.ts';
import { MemberSearch } from './member-search.tsx';
import { MonthField } from './month-field.tsx';
import { monthAt } from './month-year.ts';
import { texts } from './texts.ts';
import type { Whose } from './whose.ts';

const types = membershipTypes.map((value) => ({ value, label: words(value) }));

interface MembershipDialogProps {
  whose: Whose;
  /** What is changed; a new one where it is absent. */
  membership?: MembershipView | undefined;
  onClose: () => void;
}

/** Asks for a membership, offers one, or changes one: with whom, as what, from when to when. */
export function MembershipDialog({ whose, membership, onClose }: MembershipDialogProps) {
  const formId = useId();
  const idFor = useIdFor();
  const [thisMonth] = useState(() => monthAt(now()));
  const [other, setOther] = useState<FoundUser | null>(null);
  const [isOtherMissed, setIsOtherMissed] = useState(false);
  const otherInput = useRef<HTMLInputElement>(null);
  const create = trpc.memberships.create.useMutation();
  const update = trpc.memberships.update.useMutation();
  const form = useSchemaForm(membershipEntry, {
    ...(membership && { membershipType: membership.membershipType }),
    startTime: membership?.startTime ?? thisMonth,
    endTime: membership?.endTime ?? null,
    isCurrent: membership?.isCurrent ?? true,
  });
  const { errors } = form.formState;
  const isCurrent = form.watch('isCurrent') ?? false;
  const otherKind = whose.userType === 'individual' ? 'organization' : 'individual';

  const submit = form.handleSubmit(async (entry) => {
    try {
      if (membership) await update.mutateAsync({ ...entry, _id: membership._id });
      else if (other) {
        const asked = { ...entry, ...sidesOf(whose, other._id) };
        await create.mutateAsync({ ...asked, _id: idFor(asked) });
      } else return;
      await utils.memberships.invalidate();
      toast.success(
        membership ? texts.membershipDialog.membershipSaved : texts.membershipDialog.membershipRequested,
      );
      onClose();
    } catch (error) {
      showFailure(form, error);
    }
  });

  /** Submits, or focuses the choice of the other side, which comes before the fields, where it is missing. */
  const submitOrAsk = (event: FormEvent) => {
    if (membership || other) return submit(event);
    event.preventDefault();
    setIsOtherMissed(true);
    otherInput.current?.focus();
    return form.trigger();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={membership ? texts.membershipDialog.editMembership : texts.membershipDialog.addMembership}
        description={membership ? texts.membershipDialog.changeHint : texts.membershipDialog.requestHint}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{texts.membershipDialog.cancel}</Button>
            </DialogClose>
            <Button type="submit" form={formId} loading={create.isPending || update.isPending}>
              {membership ? texts.membershipDialog.save : texts.membershipDialog.sendRequest}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submitOrAsk} noValidate className="flex flex-col gap-5">
          <NeedsConnection deed={texts.membershipDialog.saving} />
          {!membership && (
            <MemberSearch
              kind={otherKind}
              chosen={other}
              onChoose={setOther}
              ref={otherInput}
              error={isOtherMissed && !other ? validationMessages.required : undefined}
            />
          )}
          <Controller
            control={form.control}
            name="membershipType"
            render={({ field }) => (
              <Select
                ref={field.ref}
                label={texts.membershipDialog.type}
                required
                options={types}
                value={field.value ?? null}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.membershipType?.message}
              />
            )}
          />
          <MonthField
            label={texts.membershipDialog.start}
            name="startTime"
            control={form.control}
            error={errors.startTime?.message}
          />
          <Checkbox
            label={texts.membershipDialog.isCurrent}
            checked={isCurrent}
            onCheckedChange={(checked) => {
              form.setValue('isCurrent', checked === true);
              form.setValue('endTime', checked === true ? null : thisMonth);
              form.clearErrors('endTime');
            }}
          />
          {!isCurrent && (
            <MonthField
              label={texts.membershipDialog.end}
              name="endTime"
              control={form.control}
              error={errors.endTime?.message}
            />
          )}
          <FormError message={errors.root?.message} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Both sides by the names of their parts. */
const sidesOf = ({ _id, userType }: Whose, otherId: string) =>
  userType === 'individual'
    ? { individualId: _id, organizationId: otherId }
    : { individualId: otherId, organizationId: _id };
