import type { BasicInfoView } from '#server/profiles/profiles.schema.ts';
import { type RouterInputs, trpc, utils } from '#src/app/api.ts';
import { session, useUser } from '#src/app/session.ts';

/** Returns a function that saves basic information, updates the header, and resolves to the saved values. */
export function useSaveBasicInfo() {
  const user = useUser();
  const update = trpc.profiles.saveBasicInfo.useMutation();

  return async (entered: Omit<RouterInputs['profiles']['saveBasicInfo'], 'id'>): Promise<BasicInfoView> => {
    const id = user?._id ?? '';
    const saved = await update.mutateAsync({ ...entered, id });
    utils.profiles.basicInfo.setData({ id }, saved);
    // Best effort: it is saved, and the next start fetches the user again.
    const me = await utils.accounts.me.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    if (me) session.begin(me);
    await utils.profiles.invalidate();
    return saved;
  };
}
