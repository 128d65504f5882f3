import { Inbox, Send } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { PagedList } from '#src/components/paged-list.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { FriendSlot } from '#src/entities/action-slots.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { friendshipsAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';
import { type RequestType, requestTypes } from './request-types.ts';
import { texts } from './texts.ts';

interface RequestListProps {
  /** The signed-in user. */
  userId: string;
  requestType: RequestType;
}

/** Lists received friend requests with buttons to accept and reject, and sent ones with a button to cancel. */
export function RequestList({ userId, requestType }: RequestListProps) {
  const requests = trpc.friendships.list.useInfiniteQuery(
    { userId, status: 'pending', requestType },
    { getNextPageParam: (page) => page.cursor, refetchOnMount: 'always' },
  );
  useRefetchOn(friendshipsAt, requests);
  return (
    <>
      <LinkTabs label={texts.requestList.requests}>
        {requestTypes.map((type) => (
          <LinkTab key={type} to="/community/requests/$requestType" params={{ requestType: type }}>
            {type === 'received' ? texts.requestList.received : texts.requestList.sent}
          </LinkTab>
        ))}
      </LinkTabs>
      <PagedList
        things={texts.requestList.thingsRequests}
        query={requests}
        problem={failureOf(requests.error).message}
        items={requests.data?.pages.flatMap((page) => page.items)}
        keyOf={({ _id }) => _id}
        empty={
          <EmptyState
            icon={requestType === 'received' ? <Inbox /> : <Send />}
            title={texts.requestList.noRequestFound}
            hint={
              requestType === 'received' ? texts.requestList.noneReceivedHint : texts.requestList.noneSentHint
            }
          />
        }
      >
        {(request) => {
          const person = requestType === 'received' ? request.sender : request.receiver;
          const { _id, status, senderId } = request;
          return (
            <PersonRow
              user={person}
              note={<RelativeTime time={request.createdAt} />}
              action={
                <div className="flex shrink-0 flex-wrap justify-end gap-1.5 max-sm:max-w-28 max-sm:flex-col">
                  <FriendSlot
                    userId={person._id}
                    name={wholeName(person.name)}
                    friendship={{ _id, status, senderId }}
                  />
                </div>
              }
            />
          );
        }}
      </PagedList>
    </>
  );
}
