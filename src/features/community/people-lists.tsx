import type { ComponentProps, ReactNode } from 'react';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { PagedList } from '#src/components/paged-list.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { FollowSlot, FriendSlot, MessageSlot } from '#src/entities/action-slots.tsx';
import { type Choice, Choosable } from '#src/entities/choosable.tsx';
import { type Person, PersonRow } from '#src/entities/person-row.tsx';
import { cn } from '#src/lib/cn.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import {
  endorsersAt,
  followersAt,
  friendshipsAt,
  profileLane,
  viewersAt,
} from '#src/local/collections/relations.ts';
import { useRefetchOn, useRefetchOnceSent } from '#src/local/engine/use-refetch-on.ts';
import { texts } from './texts.ts';

/** A user in a list. */
interface Listed extends Person {
  /** Shown below the name. */
  note?: ReactNode;
}

/** The same, with their relation to the viewer. */
interface Related extends Listed {
  relation: RelationView | null;
}

interface PeopleListProps {
  /** The user whose list it is. */
  userId: string;
  /** Words of their names that are searched for; everybody without. */
  name?: string | undefined;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Where people can be chosen. */
  choice?: Choice | undefined;
}

const paged = { getNextPageParam: (page: { cursor: string | null }) => page.cursor };
/** Of lists that can have changed since they were last looked at by what the viewer has done elsewhere. */
const fresh = { ...paged, refetchOnMount: 'always' } as const;

/**
 * Lists the followers of a user, newest first. It is refetched when the viewer follows the user or no longer does, and
 * the viewer's own list on events.
 */
export function FollowerList({ userId, name, ...props }: PeopleListProps) {
  const query = trpc.follows.followers.useInfiniteQuery({ id: userId, name }, fresh);
  useRefetchOn(followersAt, query);
  useRefetchOnceSent(profileLane(userId), query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.follower);
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsFollowers}
      query={query}
      error={query.error}
      people={people}
      action={followAction}
    />
  );
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
      things={texts.peopleLists.thingsFollowings}
      query={query}
      error={query.error}
      people={people}
      action={
        isOwn
          ? ({ _id, name }) => (
              <FollowSlot userId={_id} name={name} follows pressedLabel={texts.peopleLists.unfollow} />
            )
          : followAction
      }
    />
  );
}

/**
 * Lists who endorses an organization, newest first. It is refetched when the viewer endorses it or no longer does, and
 * the viewer's own list on events.
 */
export function EndorserList({ userId, name, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsers.useInfiniteQuery({ id: userId, name }, fresh);
  useRefetchOn(endorsersAt, query);
  useRefetchOnceSent(profileLane(userId), query);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorser);
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsEndorsers}
      query={query}
      error={query.error}
      people={people}
      action={followAction}
    />
  );
}

/** Lists who has viewed posts of the organization that the viewer is, newest first; refetched on events. */
export function ViewerList({ userId, name, ...props }: PeopleListProps) {
  const query = trpc.posts.viewersOfAll.useInfiniteQuery({ id: userId, name }, paged);
  useRefetchOn(viewersAt, query);
  const people = query.data?.pages
    .flatMap((page) => page.items)
    .map(({ viewer, viewedAt }) => ({ ...viewer, note: <RelativeTime time={viewedAt} /> }));
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsViewers}
      query={query}
      error={query.error}
      people={people}
      action={noAction}
    />
  );
}

/** Lists who reacted to a post, newest first. */
export function InteractedList({ userId: postId, ...props }: PeopleListProps) {
  const query = trpc.posts.followers.useInfiniteQuery({ id: postId }, { ...paged, gcTime: 0 });
  const people = query.data?.pages
    .flatMap((page) => page.items)
    .map(({ user, liked, interested, going }) => ({
      ...user,
      note: [
        liked && texts.peopleLists.liked,
        interested && texts.peopleLists.interested,
        going && texts.peopleLists.going,
      ]
        .filter(Boolean)
        .join(', '),
    }));
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsPeople}
      query={query}
      error={query.error}
      people={people}
      action={noAction}
    />
  );
}

/** Lists the organizations that a user endorses, newest first. */
export function EndorseeList({ userId, ...props }: PeopleListProps) {
  const query = trpc.endorsements.endorsees.useInfiniteQuery({ id: userId }, paged);
  const people = query.data?.pages.flatMap((page) => page.items).map((item) => item.endorsee);
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsEndorsees}
      query={query}
      error={query.error}
      people={people}
      action={followAction}
    />
  );
}

/** Lists the friends of a user, newest first; the viewer's own list is refetched on events. */
export function FriendList({ userId, ...props }: PeopleListProps) {
  const query = trpc.friendships.friends.useInfiniteQuery({ id: userId }, fresh);
  useRefetchOn(friendshipsAt, query);
  const people = query.data?.pages.flatMap((page) => page.items);
  return (
    <People
      {...props}
      things={texts.peopleLists.thingsFriends}
      query={query}
      error={query.error}
      people={people}
      action={({ _id, name, relation }) => (
        <FriendSlot userId={_id} name={name} friendship={relation?.friendship ?? null} />
      )}
    />
  );
}

interface PeopleProps<One extends Listed> extends Pick<PeopleListProps, 'empty' | 'choice'> {
  things: string;
  query: ComponentProps<typeof PagedList>['query'];
  error: unknown;
  people: readonly One[] | undefined;
  /** The buttons of a row, beside the one that writes a message. */
  action: (person: One) => ReactNode;
}

const followAction = ({ _id, name, relation }: Related) => (
  <FollowSlot userId={_id} name={name} follows={relation?.follows ?? false} />
);
const noAction = () => null;

function People<One extends Listed>({
  things,
  query,
  error,
  people,
  action,
  empty,
  choice,
}: PeopleProps<One>) {
  return (
    <PagedList
      things={things}
      query={query}
      problem={failureOf(error).message}
      items={people?.map((person) => ({ ...person, name: wholeName(person.name, person.userType) }))}
      keyOf={({ _id }) => _id}
      empty={empty}
    >
      {(person) => (
        <Choosable choice={choice} user={person}>
          <PersonRow
            user={person}
            note={person.note}
            action={
              <div className="flex flex-wrap items-center justify-end gap-1">
                <MessageSlot userId={person._id} name={person.name} />
                {/* Where people are chosen, a phone needs the room for their names. */}
                <div className={cn('contents', choice && 'max-sm:hidden')}>{action(person)}</div>
              </div>
            }
          />
        </Choosable>
      )}
    </PagedList>
  );
}
