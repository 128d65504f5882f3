import { useNavigate } from '@tanstack/react-router';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { RouterInputs } from '#src/app/api.ts';
import { trpc } from '#src/app/api.ts';
import { showFailure } from '#src/app/form.ts';
import { session, useUser } from '#src/app/session.ts';
import { homeOf } from '#src/app/sign-in.ts';
import { toast } from '#src/components/toast.tsx';
import type { Mode } from './basic-info-screen.tsx';

/** Saves basic information and tells the header; while signing up it also goes on. */
export function useSaveBasicInfo(mode: Mode) {
  const user = useUser();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const update = trpc.profiles.saveBasicInfo.useMutation();

  async function save<In extends FieldValues, Out>(
    form: UseFormReturn<In, unknown, Out>,
    input: Omit<RouterInputs['profiles']['saveBasicInfo'], 'id'>,
  ): Promise<void> {
    if (!user) return;
    try {
      await update.mutateAsync({ ...input, id: user._id });
      const me = await utils.accounts.me.fetch(undefined, { staleTime: 0 });
      if (me) session.begin(me);
      await utils.profiles.invalidate();
      toast.success('Your basic information is saved');
      if (mode === 'complete') await navigate({ to: homeOf(user) });
    } catch (error) {
      toast.failed(showFailure(form, error), { title: 'Failed' });
    }
  }
  return { save, isSaving: update.isPending };
}
