import type { ComponentProps, ReactNode } from 'react';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { PagedList } from '#src/components/paged-list.tsx';
import { FollowSlot, FriendSlot, MessageSlot } from '#src/entities/action-slots.tsx';
import { type Person, PersonRow } from '#src/entities/person-row.tsx';
import { endorsersAt, followersAt, friendshipsAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';

/** A user in a list, with their relation to the viewer. */
interface Listed extends Person {
  relation: RelationView | null;
}

interface PeopleListProps {
  /** The user whose list it is. */
  userId: string;
  /** Shown when the list is empty. */
  empty: ReactNode;
}

const paged = { getNextPageParam: (page: { cursor: string | null }) => page.cursor };

/** Lists the followers of a user, newest first; the viewer's own list is refetched on events. */
export function FollowerList({ userId, ...props }: PeopleListProps) {
  const query = trpc.follows.followers.useInfiniteQuery({ id: userId }, paged);
  useRefetchOn(followersAt, query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.follower);
  return <People {...props} things="followers" query={query} error={query.error} people={people} />;
}

interface FollowingListProps extends PeopleListProps {
  /** Whether it is the viewer's own list, in which every user is followed. */
  isOwn?: boolean | undefined;
}

/** Lists whom a user follows, newest first. An unfollowed user stays in it until it is reopened, to allow an undo. */
export function FollowingList({ userId, isOwn = false, ...props }: FollowingListProps) {
  const query = trpc.follows.followings.useInfiniteQuery({ id: userId }, paged);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.following);
  return (
    <People
      {...props}
      things="followings"
      query={query}
      error={query.error}
      people={people}
      action={
        isOwn
          ? ({ _id, name }) => <FollowSlot userId={_id} name={name} follows pressedLabel="Unfollow" />
          : followAction
      }
    />
  );
}

/** Lists who endorses an organization, newest first; the viewer's own list is refetched on events. */
export function EndorserList({ userId, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsers.useInfiniteQuery({ id: userId }, paged);
  useRefetchOn(endorsersAt, query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorser);
  return <People {...props} things="endorsers" query={query} error={query.error} people={people} />;
}

/** Lists the organizations that a user endorses, newest first. */
export function EndorseeList({ userId, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsees.useInfiniteQuery({ id: userId }, paged);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorsee);
  return <People {...props} things="endorsees" query={query} error={query.error} people={people} />;
}

/** Lists the friends of a user, newest first; the viewer's own list is refetched on events. */
export function FriendList({ userId, ...props }: PeopleListProps) {
  const query = trpc.friendships.friends.useInfiniteQuery(
    { id: userId },
    { ...paged, refetchOnMount: 'always' },
  );
  useRefetchOn(friendshipsAt, query);
  const people = query.data?.pages.flatMap((page) => page.items);
  return (
    <People
      {...props}
      things="friends"
      query={query}
      error={query.error}
      people={people}
      action={({ _id, name, relation }) => (
        <FriendSlot userId={_id} name={name} friendship={relation?.friendship ?? null} />
      )}
    />
  );
}

interface PeopleProps extends Omit<PeopleListProps, 'userId'> {
  things: string;
  query: ComponentProps<typeof PagedList>['query'];
  error: unknown;
  people: readonly Listed[] | undefined;
  /** The buttons of a row. */
  action?: ((person: Listed) => ReactNode) | undefined;
}

const followAction = ({ _id, name, relation }: Listed) => (
  <FollowSlot userId={_id} name={name} follows={relation?.follows ?? false} />
);

function People({ things, query, error, people, action = followAction, empty }: PeopleProps) {
  return (
    <PagedList
      things={things}
      query={query}
      problem={failureOf(error).message}
      items={people}
      keyOf={({ _id }) => _id}
      empty={empty}
    >
      {(person) => (
        <PersonRow
          user={person}
          action={
            <div className="flex items-center gap-1">
              <MessageSlot userId={person._id} name={person.name} />
              {action(person)}
            </div>
          }
        />
      )}
    </PagedList>
  );
}
