import type { InterestType } from '#server/posts/post-rules.schema.ts';
import { trpc } from '#src/app/api.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { postLane } from '#src/local/collections/posts.ts';
import { useRefetchOnceSent } from '#src/local/engine/use-refetch-on.ts';
import { texts } from './kept-post.texts.ts';
import { PeopleInDialog } from './people-in-dialog.tsx';

const titles: Record<InterestType, string> = texts.committedDialog.titles;

interface CommittedDialogProps {
  postId: string;
  interest: InterestType;
  onClose: () => void;
}

/** Lists the users with one reaction to a post. */
export function CommittedDialog({ postId, interest, onClose }: CommittedDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={titles[interest]} size="sm">
        <Committed postId={postId} interest={interest} />
      </DialogContent>
    </Dialog>
  );
}

function Committed({ postId, interest }: { postId: string; interest: InterestType }) {
  const people = trpc.posts.committed.useInfiniteQuery(
    { id: postId, interestType: interest },
    { getNextPageParam: (page) => page.cursor, gcTime: 0 },
  );
  // The reader's own word counts at once, and is in the list when the server has heard it.
  useRefetchOnceSent(postLane(postId), people);
  return (
    <PeopleInDialog
      query={people}
      people={people.data?.pages.flatMap((page) => page.items)}
      problem={texts.committedDialog.notFound}
      emptyHint={texts.committedDialog.emptyHint}
    />
  );
}
