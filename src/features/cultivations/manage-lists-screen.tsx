import { ListPlus, Plus } from 'lucide-react';
import type { CultivationView } from '#server/cultivations/cultivations.schema.ts';
import { ExportCsv } from '#src/app/export-csv.tsx';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { shorten } from '#src/lib/shorten.ts';
import { ListActions } from './list-actions.tsx';
import { texts } from './texts.ts';
import { useLists } from './use-lists.ts';

/** How many characters of a list are shown. */
const shown = { title: 50, description: 101 };

/** An organization's lists of people. */
export function ManageListsScreen() {
  const { view, query, isComplete, isLoadingMore, loadMore } = useLists();
  const items = view?.items ?? [];
  const create = (
    <ButtonLink to="/cultivation/create">
      <Plus aria-hidden /> {texts.manageLists.createCultivation}
    </ButtonLink>
  );
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <Title>{texts.manageLists.cultivateList}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{texts.manageLists.cultivateList}</h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch max-sm:[&_:is(a,button)]:h-auto max-sm:[&_:is(a,button)]:min-h-control max-sm:[&_:is(a,button)]:whitespace-normal">
          <ExportCsv
            path="/api/prospects/notes.csv"
            fileName="notes-and-tags.csv"
            label={texts.manageLists.exportNotesAndTags}
            size="md"
          />
          {create}
        </div>
      </header>
      <ListStates
        query={query}
        isLoaded={view !== undefined}
        problem={failureOf(query.error).message}
        skeleton={
          <Card padding="none" className="px-4 py-1 sm:px-5">
            <SkeletonList
              label={texts.manageLists.loadingYourLists}
              count={5}
              item={<RowSkeleton />}
              className="gap-0"
            />
          </Card>
        }
      >
        {items.length === 0 ? (
          <EmptyState
            icon={<ListPlus />}
            title={texts.manageLists.noListsYet}
            hint={texts.manageLists.noListsHint}
            action={create}
          />
        ) : (
          <Card padding="none">
            <table className="w-full text-sm">
              <thead className="border-line border-b text-left text-muted max-md:sr-only">
                <tr className="[&>th]:px-3 [&>th]:py-2.5 [&>th]:font-semibold">
                  <th scope="col">{texts.manageLists.title}</th>
                  <th scope="col">{texts.manageLists.description}</th>
                  <th scope="col">{texts.manageLists.createdOn}</th>
                  <th scope="col">{texts.manageLists.totalUser}</th>
                  <th scope="col">{texts.manageLists.action}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {items.map((list) => (
                  <ListRow key={list._id} list={list} />
                ))}
              </tbody>
            </table>
          </Card>
        )}
        {!isComplete && (
          <LoadMore
            things={texts.manageLists.thingsLists}
            isComplete={false}
            isLoading={isLoadingMore}
            hasFailed={query.isError}
            onLoad={loadMore}
          />
        )}
      </ListStates>
    </div>
  );
}

/** A list in the table. On a phone its cells stand below each other. */
function ListRow({ list }: { list: CultivationView }) {
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-3 md:[&>td]:px-3 md:[&>td]:py-2.5">
      <td className="wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/cultivation/$id/details"
            params={{ id: list._id }}
            variant="quiet"
            className="font-semibold"
          >
            {shorten(list.title, shown.title)}
          </Link>
          {list.keepsItself && <Badge tone="brand">{texts.manageLists.automatic}</Badge>}
        </span>
      </td>
      <td className="wrap-anywhere text-muted max-md:order-3 max-md:col-span-2">
        {shorten(list.description, shown.description)}
      </td>
      <td className="whitespace-nowrap text-muted max-md:whitespace-normal max-md:order-2 max-md:text-right">
        <RelativeTime time={list.createdAt} />
      </td>
      <td className="tabular-nums max-md:order-4 max-md:self-center">
        {list.totalUsers}
        <span className="md:sr-only"> {texts.manageLists.people(list.totalUsers)}</span>
      </td>
      <td className="max-md:order-5 max-md:justify-self-end">
        <ListActions list={list} />
      </td>
    </tr>
  );
}
