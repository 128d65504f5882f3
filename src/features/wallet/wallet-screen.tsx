import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { coinsPerMessage } from '#server/conversations/conversations.schema.ts';
import { isolate } from '#server/isolate.schema.ts';
import type { WalletEntryView } from '#server/wallet/wallet-entries.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Link } from '#src/components/link.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { PagedList } from '#src/components/paged-list.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { cn } from '#src/lib/cn.ts';
import { fill } from '#src/lib/fill.ts';
import { shorten } from '#src/lib/shorten.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { walletAt, walletCoins } from '#src/local/collections/wallet.ts';
import { pullWalletEntries, savedEntries } from '#src/local/collections/wallet-entries.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { useRefetchOn, useSteadyRefetch } from '#src/local/engine/use-refetch-on.ts';
import { texts } from './texts.ts';

/** How many coins the user has, and what they came from and went to. */
export function WalletScreen() {
  const balance = useLocal((db) => walletCoins.read(db), []);
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-5">
      <Title>{texts.wallet.wallet}</Title>
      <h1 className="font-bold text-2xl">{texts.wallet.wallet}</h1>
      <Card className="flex items-center gap-4">
        <Coins aria-hidden className="size-9 shrink-0 text-accent-ink" />
        <div>
          {/* Live: a grant is read out when it arrives. */}
          <p role="status" className="font-bold text-2xl tabular-nums">
            {balance === undefined ? <Skeleton className="h-8 w-28" /> : texts.wallet.coins(balance)}
          </p>
          <p className="text-muted text-sm">{texts.wallet.intro}</p>
        </div>
      </Card>
      <Prices />
      <section aria-labelledby="entries" className="flex flex-col gap-2.5">
        <h2 id="entries" className="font-semibold text-lg">
          {texts.wallet.history}
        </h2>
        <Entries />
      </section>
    </div>
  );
}

/** What costs coins, and what does not. */
function Prices() {
  const { data } = trpc.wallet.spendingSummary.useQuery();
  const perInvitation = data?.coinPerInvitation;
  return (
    <section id="prices" aria-labelledby="prices-heading" className="flex scroll-mt-20 flex-col gap-2.5">
      <h2 id="prices-heading" className="font-semibold text-lg">
        {texts.wallet.howCoinsWork}
      </h2>
      <Card className="flex flex-col gap-3 text-sm">
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <dt>{texts.wallet.priceOfMessage}</dt>
          <dd className="font-semibold tabular-nums">{texts.wallet.coins(coinsPerMessage)}</dd>
          <dt>{texts.wallet.priceOfBulkMessage}</dt>
          <dd className="font-semibold tabular-nums">{texts.wallet.coins(coinsPerMessage)}</dd>
          {perInvitation !== undefined && (
            <>
              <dt>{texts.wallet.priceOfInvitation}</dt>
              <dd className="font-semibold tabular-nums">{texts.wallet.coins(perInvitation)}</dd>
            </>
          )}
          <dt>{texts.wallet.toConnected}</dt>
          <dd className="font-semibold">{texts.wallet.free}</dd>
        </dl>
        <p className="text-muted">{texts.wallet.whoIsConnected}</p>
        <p className="text-muted">
          {fill(texts.wallet.runningOut, {
            contactUs: <Link to="/contact-us">{texts.wallet.contactUs}</Link>,
          })}
        </p>
      </Card>
    </section>
  );
}

function Entries() {
  const kept = useLocal((db) => savedEntries.read(db, ''), []);
  const query = useInfiniteQuery({
    queryKey: ['wallet', 'entries'],
    queryFn: ({ pageParam }) => pullWalletEntries(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    // Events that come while another screen is shown are not seen here.
    refetchOnMount: 'always',
  });
  const refetch = useSteadyRefetch(query.refetch);
  useRefetchOn(walletAt, { isPending: query.isPending, refetch });
  const fetched = query.data?.pages.flatMap((page) => page.items);
  const isStale = fetched === undefined && (query.isError || query.isPaused);
  return (
    <>
      {isStale && kept && (
        <NotRefreshed
          saved={kept.savedAt}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <PagedList
        things={texts.wallet.thingsEntries}
        query={isStale && kept ? { ...query, isPaused: false, isRefetchError: false } : query}
        problem={failureOf(query.error).message}
        items={fetched ?? kept?.view.items}
        keyOf={({ _id }) => _id}
        empty={
          <EmptyState icon={<Coins />} title={texts.wallet.noEntries} hint={texts.wallet.noEntriesHint} />
        }
      >
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </>
  );
}

function Entry({ entry }: { entry: WalletEntryView }) {
  const { coins, createdAt } = entry;
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="wrap-anywhere">{describe(entry)}</span>
        <RelativeTime time={createdAt} className="text-muted text-sm" />
      </div>
      <span
        className={cn('shrink-0 font-semibold tabular-nums', coins > 0 ? 'text-success-ink' : 'text-ink')}
      >
        {coins > 0 ? '+' : '−'}
        {texts.wallet.coins(Math.abs(coins))}
      </span>
    </div>
  );
}

/** Characters of a message to many. */
const bulkLength = 60;

/** What coins came from or went to, with a link to it where it is still there. */
function describe({ reason, receiver, post, bulkMessage }: WalletEntryView): ReactNode {
  if (reason === 'start') return texts.wallet.opening;
  if (reason === 'grant') return texts.wallet.grant;
  if (reason === 'invitation')
    return post
      ? fill(texts.wallet.invitationsTo, {
          post: (
            <Link to="/post/$postType/details/$postId" params={{ postType: post.postType, postId: post._id }}>
              <bdi>{post.title}</bdi>
            </Link>
          ),
        })
      : texts.wallet.invitations;
  if (bulkMessage)
    return texts.wallet.bulkMessage(bulkMessage.sent, isolate(shorten(bulkMessage.text, bulkLength)));
  return receiver
    ? fill(texts.wallet.messageTo, {
        receiver: (
          <Link to="/$type/message/$id" params={{ type: receiver.userType, id: receiver._id }}>
            <bdi>{shownName(receiver.name, receiver.userType)}</bdi>
          </Link>
        ),
      })
    : texts.wallet.message;
}
