import { ArrowDown, ArrowUp, NotebookPen, Search, Trash2, UserRound } from 'lucide-react';
import { type ReactNode } from 'react';
import type { CultivationUserView } from '#server/cultivations/cultivations.schema.ts';
import { type UserColumn, userColumns } from '#server/cultivations/user-columns.schema.ts';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Badge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { IconLink, Link } from '#src/components/link.tsx';
import type { PagerLinkProps } from '#src/components/pager.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Select } from '#src/components/select.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { toast } from '#src/components/toast.ts';
import { cn } from '#src/lib/cn.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import type { PlaceInPages } from '#src/lib/place-in-pages.ts';
import { shorten } from '#src/lib/shorten.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { useSearchText } from '#src/lib/use-search-text.ts';
import type { ListAddress } from './list-address.ts';
import { TagFilter } from './tag-filter.tsx';
import { texts } from './texts.ts';
import type { ShownList } from './use-list.ts';

const PersonPanel = lazyDialog(async () => (await import('./person-panel.tsx')).PersonPanel);

const labels: Record<UserColumn, string> = {
  addedAt: texts.listUsers.added,
  name: texts.listUsers.name,
  totalInteractions: texts.listUsers.totalInteractions,
  lastLiked: texts.listUsers.lastLiked,
  lastInterested: texts.listUsers.lastInterested,
  lastGoing: texts.listUsers.lastGoing,
  follows: texts.listUsers.follows,
  invited: texts.listUsers.invitedToFollow,
  endorses: texts.listUsers.endorses,
};
const sorts = userColumns.map((value) => ({ value, label: labels[value] }));

/** How many characters of a post's title are shown. */
const titleLength = 40;

interface ListUsersProps {
  id: string;
  query: ShownList;
  /** Whether anybody is on the list, found or not. */
  hasUsers: boolean;
  /** Whether the list has rules: nobody is added or removed by hand. */
  keepsItself: boolean;
  address: ListAddress;
  onAddressChange: (address: ListAddress) => void;
  renderPageLink: (place: PlaceInPages, props: PagerLinkProps) => ReactNode;
}

/** The users of a list with what they do with the organization, sorted and searched. */
export function ListUsers({
  id,
  query,
  hasUsers,
  keepsItself,
  address,
  onAddressChange,
  renderPageLink,
}: ListUsersProps) {
  const { search = '', tag, sort = 'addedAt', order = 'descending' } = address;
  const { data } = query;
  const [text, setText] = useSearchText(address.search, (typed) => {
    const { search: _, page: __, cursor: ___, ...rest } = address;
    onAddressChange({ ...rest, ...(typed && { search: typed }) });
  });
  const remove = (user: CultivationUserView) => removeUser(id, user);
  const onRemove = (user: CultivationUserView) => (keepsItself ? undefined : () => void remove(user));
  const sortBy = (column: UserColumn) =>
    onAddressChange({
      ...(search && { search }),
      ...(tag !== undefined && { tag }),
      sort: column,
      // Another column begins with what is most telling: the most, the newest; names with A.
      ...((column === sort ? order === 'descending' : column === 'name') && { order: 'ascending' as const }),
    });
  const open = ({ _id: person }: CultivationUserView) => onAddressChange({ ...address, person });
  return (
    <section aria-labelledby="users-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="users-heading" className="font-semibold text-lg">
          {texts.listUsers.users}
        </h2>
        {hasUsers && (
          <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
            <TextField
              label={texts.listUsers.searchByName}
              hideLabel
              placeholder={texts.listUsers.searchByName}
              icon={<Search />}
              maxLength={200}
              className="min-w-0 max-sm:basis-full sm:w-56"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <TagFilter
              tag={tag}
              onChange={(chosen) => {
                const { tag: _, page: __, cursor: ___, ...rest } = address;
                onAddressChange({ ...rest, ...(chosen !== undefined && { tag: chosen }) });
              }}
            />
            <div className="flex items-end gap-1 max-sm:grow lg:hidden">
              <Select
                label={texts.listUsers.sortBy}
                hideLabel
                className="min-w-44 max-sm:grow"
                options={sorts}
                value={sort}
                onValueChange={(column) => column !== sort && sortBy(column)}
              />
              <IconButton
                label={order === 'ascending' ? texts.listUsers.sortDescending : texts.listUsers.sortAscending}
                onClick={() => sortBy(sort)}
              >
                {order === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
              </IconButton>
            </div>
          </div>
        )}
      </div>
      <PagedResults
        thing={texts.listUsers.thingsUser}
        emptyText={search || tag ? texts.listUsers.noUserFound : texts.listUsers.noUserAdded}
        emptyHint={keepsItself ? texts.listUsers.noMatchYet : texts.listUsers.nobodyAddedHint}
        emptyAction={
          !keepsItself && (
            <Link to="/search/individual" search={{}} variant="action">
              {texts.listUsers.findPeople}
            </Link>
          )
        }
        query={{ ...query, data: data && { ...data, items: data.users } }}
        isFiltered={search !== '' || tag !== undefined}
        onReset={() => onAddressChange({ sort, ...(order === 'ascending' && { order }) })}
        renderPageLink={renderPageLink}
        skeleton={
          <Card padding="none" className="px-4 py-1 sm:px-5">
            <SkeletonList
              label={texts.listUsers.loadingTheList}
              count={6}
              item={<RowSkeleton />}
              className="gap-0"
            />
          </Card>
        }
      >
        {(users) => (
          <Card padding="none">
            <ul className="divide-y divide-line lg:hidden">
              {users.map((user) => (
                <UserCard key={user._id} user={user} onOpen={() => open(user)} onRemove={onRemove(user)} />
              ))}
            </ul>
            <table className="w-full text-sm max-lg:hidden">
              <thead className="border-line border-b text-left text-muted">
                <tr>
                  {userColumns
                    .filter((column) => column !== 'addedAt')
                    .map((column) => (
                      <th
                        key={column}
                        scope="col"
                        aria-sort={column === sort ? order : undefined}
                        className={cn('px-2 py-1 align-bottom font-semibold', column === 'name' && 'w-1/4')}
                      >
                        <button
                          type="button"
                          className="inline-flex min-h-9 items-center gap-1 rounded-sm text-left hover:text-ink"
                          onClick={() => sortBy(column)}
                        >
                          {labels[column]}
                          {column === sort &&
                            (order === 'ascending' ? (
                              <ArrowUp aria-hidden className="size-3.5 shrink-0" />
                            ) : (
                              <ArrowDown aria-hidden className="size-3.5 shrink-0" />
                            ))}
                        </button>
                      </th>
                    ))}
                  <th scope="col" className="px-2 py-1 align-bottom font-semibold">
                    {texts.listUsers.actions}
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {users.map((user) => (
                  <UserTableRow
                    key={user._id}
                    user={user}
                    onOpen={() => open(user)}
                    onRemove={onRemove(user)}
                  />
                ))}
              </tbody>
            </table>
          </Card>
        )}
      </PagedResults>
      {address.person !== undefined && (
        <PersonPanel
          key={address.person}
          userId={address.person}
          onClose={() => {
            const { person: _, ...rest } = address;
            onAddressChange(rest);
          }}
        />
      )}
    </section>
  );
}

/** Takes a user off the list, with an Undo. The list is refetched on the event of it. */
async function removeUser(id: string, { _id: userId }: CultivationUserView): Promise<void> {
  try {
    await api.cultivations.removeUser.mutate({ id, userId });
    toast.success(texts.listUsers.userRemoved, {
      undo: () =>
        void api.cultivations.addUsers
          .mutate({ id, userId })
          .catch((error: unknown) =>
            toast.failed(failureOf(error).message, { title: texts.listUsers.usersAreNotAdded }),
          ),
    });
  } catch (error) {
    toast.failed(failureOf(error).message, { title: texts.listUsers.userNotRemoved });
  }
}

interface UserProps {
  user: CultivationUserView;
  /** Opens their panel. */
  onOpen: () => void;
  /** Absent where nobody is removed by hand. */
  onRemove: (() => void) | undefined;
}

const nameOf = ({ basicInfo, userType }: CultivationUserView) => shownName(basicInfo.name, userType);

function UserTableRow(props: UserProps) {
  const { user } = props;
  return (
    <tr className="[&>td]:px-2 [&>td]:py-2">
      <td>
        <span className="flex items-center gap-2">
          <UserPicture user={user} />
          <span dir="auto" className="wrap-anywhere font-medium">
            {nameOf(user)}
          </span>
        </span>
      </td>
      <td className="tabular-nums">{user.totalInteractions}</td>
      {lastOf(user).map(({ label, post, at }) => (
        <td key={label} className="wrap-anywhere">
          <LastReaction post={post} at={at} />
        </td>
      ))}
      {[user.follows, user.invited, user.endorses].map((holds, index) => (
        <td key={index}>
          {holds ? texts.listUsers.yes : <span className="text-muted">{texts.listUsers.no}</span>}
        </td>
      ))}
      <td className="whitespace-nowrap">
        <UserActions {...props} />
      </td>
    </tr>
  );
}

/** A user where there is no room for a table. */
function UserCard(props: UserProps) {
  const { user } = props;
  const reactions = lastOf(user).filter(({ at }) => at !== undefined);
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <UserPicture user={user} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="wrap-anywhere font-semibold">
            {nameOf(user)}
          </p>
          <p className="text-muted text-sm">{texts.listUsers.interactions(user.totalInteractions)}</p>
        </div>
        <UserActions {...props} />
      </div>
      {(user.follows || user.invited || user.endorses) && (
        <p className="flex flex-wrap gap-1.5">
          {user.follows && <Badge tone="brand">{texts.listUsers.follows}</Badge>}
          {user.endorses && <Badge tone="brand">{texts.listUsers.endorses}</Badge>}
          {user.invited && <Badge tone="outline">{texts.listUsers.invited}</Badge>}
        </p>
      )}
      {reactions.length > 0 && (
        <dl className="flex flex-col gap-1 text-sm">
          {reactions.map(({ label, post, at }) => (
            <div key={label} className="flex gap-2">
              <dt className="w-32 shrink-0 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">
                <LastReaction post={post} at={at} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const lastOf = (user: CultivationUserView) => [
  { label: labels.lastLiked, post: user.lastLikedPost, at: user.lastLiked?.likedAt },
  { label: labels.lastInterested, post: user.lastInterestedPost, at: user.lastInterested?.interestedAt },
  { label: labels.lastGoing, post: user.lastGoingPost, at: user.lastGoing?.goingAt },
];

function LastReaction({ post, at }: { post: CultivationUserView['lastLikedPost']; at: string | undefined }) {
  if (!post || at === undefined) return <span className="text-muted">–</span>;
  return (
    <>
      <Link
        to="/post/$postType/details/$postId"
        params={{ postType: post.postType, postId: post._id }}
        variant="quiet"
        className="block"
      >
        {shorten(post.title, titleLength)}
      </Link>
      <RelativeTime time={at} className="text-muted text-xs" />
    </>
  );
}

function UserPicture({ user }: { user: CultivationUserView }) {
  return (
    <Avatar
      id={user._id}
      name={user.basicInfo.name}
      src={pictureUrl(user.basicInfo.profilePicture, 96)}
      size="sm"
      shape={user.userType === 'organization' ? 'square' : 'circle'}
    />
  );
}

function UserActions({ user, onOpen, onRemove }: UserProps) {
  const name = nameOf(user);
  return (
    <div className="flex shrink-0">
      <IconButton label={texts.listUsers.timelineAndNotes(name)} size="sm" onClick={onOpen}>
        <NotebookPen aria-hidden />
      </IconButton>
      <IconLink
        label={texts.listUsers.viewProfile(name)}
        size="sm"
        to="/user/$userId"
        params={{ userId: user._id }}
      >
        <UserRound aria-hidden />
      </IconLink>
      {onRemove && (
        <IconButton
          label={texts.listUsers.removeOf(name)}
          size="sm"
          variant="danger-quiet"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
