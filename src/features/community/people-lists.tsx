import type { ComponentProps, ReactNode } from 'react';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { PagedList } from '#src/components/paged-list.tsx';
import { FollowSlot } from '#src/entities/action-slots.tsx';
import { type Person, PersonRow } from '#src/entities/person-row.tsx';
import { endorsersAt, followersAt, friendshipsAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';

/** Somebody in a list, and what there is between the reader and them. */
interface Listed extends Person {
  relation: RelationView | null;
}

interface PeopleListProps {
  /** Whose list it is. */
  userId: string;
  /** Where there is nobody. */
  empty: ReactNode;
}

const paged = { getNextPageParam: (page: { cursor: string | null }) => page.cursor };

/** Who follows somebody, newest first; one's own list keeps up with who does and who does so no longer. */
export function FollowerList({ userId, ...props }: PeopleListProps) {
  const query = trpc.follows.followers.useInfiniteQuery({ id: userId }, paged);
  useRefetchOn(followersAt, query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.follower);
  return <People {...props} things="followers" query={query} error={query.error} people={people} />;
}

interface FollowingListProps extends PeopleListProps {
  /** Whether it is the reader's: everybody in it is followed. */
  isOwn?: boolean | undefined;
}

/**
 * Whom somebody follows, newest first. Who is unfollowed stays until the list is opened again, so that a slip can be
 * taken back.
 */
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

/** Who endorses an organization, newest first; one's own list keeps up, too. */
export function EndorserList({ userId, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsers.useInfiniteQuery({ id: userId }, paged);
  useRefetchOn(endorsersAt, query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorser);
  return <People {...props} things="endorsers" query={query} error={query.error} people={people} />;
}

/** Which organizations somebody endorses, newest first. */
export function EndorseeList({ userId, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsees.useInfiniteQuery({ id: userId }, paged);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorsee);
  return <People {...props} things="endorsees" query={query} error={query.error} people={people} />;
}

interface FriendListProps extends PeopleListProps {
  /** What one can do about a friendship. */
  action: (person: Listed) => ReactNode;
}

/** The friends of somebody, newest first; one's own list keeps up with what the other sides do. */
export function FriendList({ userId, ...props }: FriendListProps) {
  const query = trpc.friendships.friends.useInfiniteQuery(
    { id: userId },
    { ...paged, refetchOnMount: 'always' },
  );
  useRefetchOn(friendshipsAt, query);
  const people = query.data?.pages.flatMap((page) => page.items);
  return <People {...props} things="friends" query={query} error={query.error} people={people} />;
}

interface PeopleProps extends Omit<PeopleListProps, 'userId'> {
  things: string;
  query: ComponentProps<typeof PagedList>['query'];
  error: unknown;
  people: readonly Listed[] | undefined;
  /** What one can do about somebody. */
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
      {(person) => <PersonRow user={person} action={action(person)} />}
    </PagedList>
  );
}
