import { SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedResults } from '#src/app/paged-results.tsx';
import { Card } from '#src/components/card.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import type { PagerLinkProps } from '#src/components/pager.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { fill } from '#src/lib/fill.ts';
import type { PlaceInPages } from '#src/lib/place-in-pages.ts';
import { Departures } from './departures.tsx';
import type { ListAddress } from './list-address.ts';
import { ListNotLoaded } from './list-not-loaded.tsx';
import { RuleSummary } from './rule-summary.tsx';
import { texts } from './texts.ts';
import { useList } from './use-list.ts';

interface ListDetailsScreenProps {
  id: string;
  address: ListAddress;
  renderPageLink: (place: PlaceInPages, props: PagerLinkProps) => ReactNode;
}

/** A list at a glance: what it is for, and who is on it. */
export function ListDetailsScreen({ id, address, renderPageLink }: ListDetailsScreenProps) {
  const list = useList(id, address);
  const { data } = list;
  const skeleton = <SkeletonList label={texts.listDetails.loadingTheList} count={6} item={<RowSkeleton />} />;
  if (!data) return list.isError || list.isPaused ? <ListNotLoaded list={list} /> : skeleton;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <Title>{data.title}</Title>
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 dir="auto" className="wrap-anywhere font-bold text-2xl">
            {data.title}
          </h1>
          <ButtonLink size="sm" variant="secondary" to="/cultivation/$id/edit" params={{ id }}>
            <SquarePen aria-hidden /> {texts.listDetails.edit}
          </ButtonLink>
        </div>
        <p className="text-muted text-sm">
          {fill(texts.listDetails.created, { at: <RelativeTime time={data.createdAt} /> })}
        </p>
        {data.rules && <RuleSummary rules={data.rules} />}
        {data.keepsItself && (
          <p role="status" className="text-muted text-sm">
            {data.filledAt === null
              ? texts.listDetails.lookingForPeople
              : fill(texts.listDetails.checked, { at: <RelativeTime time={data.filledAt} /> })}
          </p>
        )}
        {data.description && <p className="wrap-anywhere whitespace-pre-line">{data.description}</p>}
      </header>
      <PagedResults
        thing={texts.listDetails.thingsUser}
        emptyText={texts.listDetails.noUserAdded}
        query={{ ...list, data: { ...data, items: data.users } }}
        isFiltered={false}
        onReset={() => undefined}
        renderPageLink={renderPageLink}
        skeleton={skeleton}
      >
        {(users) => (
          <Card padding="none">
            <ul className="divide-y divide-line">
              {users.map(({ basicInfo, ...user }) => (
                <li key={user._id}>
                  <PersonRow
                    user={{ ...user, ...basicInfo }}
                    note={
                      <span>
                        {data.keepsItself ? texts.listDetails.joined : texts.listDetails.added}{' '}
                        <RelativeTime time={user.addedAt} />
                      </span>
                    }
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PagedResults>
      {data.keepsItself && <Departures id={id} />}
    </div>
  );
}
