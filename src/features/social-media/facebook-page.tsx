import type { z } from 'zod';
import {
  noPageId,
  type selectedPage,
  socialMediaMessages,
} from '#server/social-media/social-media.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Select } from '#src/components/select.tsx';
import { toast } from '#src/components/toast.ts';
import { texts } from './texts.ts';

/** Chooses the page that stands for the organization at Facebook, or none. */
export function FacebookPage({ selected }: { selected: z.output<typeof selectedPage> }) {
  const userId = useUser()?._id ?? '';
  const pages = trpc.socialMedia.facebookPages.useQuery({ userId }, { enabled: userId !== '', retry: false });
  const select = trpc.socialMedia.selectFacebookPage.useMutation();
  const known = pages.data?.pages ?? (selected.postFromPage ? [selected] : []);

  async function choose(pageId: string) {
    const page = known.find((each) => each.pageId === pageId);
    try {
      const pageName = page?.pageName ?? '';
      await select.mutateAsync({ userId, pageId, pageName, postFromPage: pageId !== noPageId });
      toast.success(socialMediaMessages.facebook.saved);
    } catch (error) {
      toast.failed(failureOf(error).message || socialMediaMessages.facebook.notSaved, {
        title: texts.failed,
      });
    }
    await utils.socialMedia.overview.invalidate();
  }

  return (
    <Select
      label={texts.facebookPage.facebookPage}
      help={texts.facebookPage.help}
      error={pages.isError ? texts.facebookPage.notLoaded : undefined}
      disabled={pages.isPending || select.isPending}
      options={[
        { value: noPageId, label: texts.facebookPage.noPage },
        ...known.map(({ pageId, pageName }) => ({ value: pageId, label: pageName })),
      ]}
      value={select.isPending ? select.variables.pageId : selected.pageId}
      onValueChange={(pageId) => void choose(pageId)}
    />
  );
}
