import { UsersRound } from 'lucide-react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import { trpc } from '#src/app/api.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { PersonRow } from '#src/components/person-row.tsx';
import { PersonRowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { lanes } from '#src/local/lanes.ts';
import { useRefetchOnceSent } from '#src/local/use-refetch-on.ts';

const titles: Record<InterestType, string> = {
  liked: 'Who likes this',
  interested: 'Who is interested',
  going: 'Who is going',
};

interface CommittedDialogProps {
  postId: string;
  /** What they said; undefined while it is closed. */
  interest: InterestType | undefined;
  onClose: () => void;
}

/** Everybody who said one thing to a post. */
export function CommittedDialog({ postId, interest, onClose }: CommittedDialogProps) {
  return (
    <Dialog open={interest !== undefined} onOpenChange={(open) => !open && onClose()}>
      {interest && (
        <DialogContent title={titles[interest]} size="sm">
          <Committed postId={postId} interest={interest} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Committed({ postId, interest }: { postId: string; interest: InterestType }) {
  const people = trpc.posts.committed.useInfiniteQuery(
    { id: postId, interestType: interest },
    { getNextPageParam: (page) => page.cursor, gcTime: 0 },
  );
  // The reader's own word counts at once, and is in the list when the server has heard it.
  useRefetchOnceSent(lanes.post(postId), people.refetch);
  if (people.isPending)
    return <SkeletonList label="Loading people" count={3} item={<PersonRowSkeleton />} className="gap-0" />;
  if (people.isError && !people.data)
    return (
      <ErrorState
        message="User List Not Found"
        retrying={people.isFetching}
        onRetry={() => void people.refetch()}
      />
    );
  const items = people.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <EmptyState
        icon={<UsersRound />}
        title="Nobody to be seen"
        hint="Some people keep to themselves what they like and where they go."
      />
    );
  return (
    <>
      <ul className="-mx-4 divide-y divide-line sm:-mx-5">
        {items.map((user) => (
          <li key={user._id}>
            <PersonRow user={user} />
          </li>
        ))}
      </ul>
      {people.hasNextPage && (
        <LoadMore
          things="people"
          isComplete={false}
          isLoading={people.isFetchingNextPage}
          hasFailed={people.isFetchNextPageError}
          onLoad={() => void people.fetchNextPage()}
        />
      )}
    </>
  );
}
