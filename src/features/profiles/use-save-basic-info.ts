import type { BasicInfoView } from '#server/profiles/profiles.schema.ts';
import { type RouterInputs, trpc } from '#src/app/api.ts';
import { session, useUser } from '#src/app/session.ts';

/** Saves basic information and tells the header. Answers what is saved then. */
export function useSaveBasicInfo() {
  const user = useUser();
  const utils = trpc.useUtils();
  const update = trpc.profiles.saveBasicInfo.useMutation();

  return async (entered: Omit<RouterInputs['profiles']['saveBasicInfo'], 'id'>): Promise<BasicInfoView> => {
    const id = user?._id ?? '';
    const saved = await update.mutateAsync({ ...entered, id });
    utils.profiles.basicInfo.setData({ id }, saved);
    // It is saved, whether or not this can be asked now; the next start asks again.
    const me = await utils.accounts.me.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    if (me) session.begin(me);
    await utils.profiles.invalidate();
    return saved;
  };
}
