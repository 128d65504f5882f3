import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { LeftBehind } from './left-behind.tsx';
import { NetworkCard } from './network-card.tsx';
import { Templates } from './templates.tsx';
import { texts } from './texts.ts';
import { useReturnedLogin } from './use-returned-login.ts';

/** Connects an organization's accounts at social networks. Logins return here. */
export function SocialMediaScreen() {
  const isConnecting = useReturnedLogin();
  const query = trpc.socialMedia.overview.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{texts.socialMediaScreen.connectSocialMedia}</Title>
      <header>
        <h1 className="font-bold text-2xl">{texts.socialMediaScreen.connectSocialMedia}</h1>
        <p className="mt-1 text-pretty text-muted">{texts.socialMediaScreen.hint}</p>
      </header>
      <NeedsConnection deed={texts.socialMediaScreen.connectingAnAccount} />
      <p role="status" className="empty:hidden">
        {isConnecting && texts.socialMediaScreen.connectingYourAccount}
      </p>
      {query.data ? (
        <>
          {query.data.networks.map((network) => (
            <NetworkCard key={network.socialMedia} network={network} isConnecting={isConnecting} />
          ))}
          <LeftBehind posts={query.data.leftBehind} />
          <Templates networks={query.data.networks} />
        </>
      ) : query.isError || query.isPaused ? (
        <ErrorState
          message={failureOf(query.error).message}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonForm label={texts.socialMediaScreen.loadingYourAccounts} />
      )}
    </div>
  );
}
