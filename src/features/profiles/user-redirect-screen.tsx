import { Navigate, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { trpc } from '#src/app/api.ts';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { NoUserFound } from './no-user-found.tsx';
import * as texts from './profile-page.texts.ts';

/** Looks a user up and goes to their page; back where there is none. */
export function UserRedirectScreen({ userId }: { userId: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const info = trpc.profiles.publicInfo.useQuery({ id: userId }, { retry: false });
  const isUnknown = info.isError && isAbsent(info.error);

  useEffect(() => {
    if (isUnknown && canGoBack) router.history.back();
  }, [isUnknown, canGoBack, router]);

  if (info.isSuccess) {
    const to =
      info.data.userType === 'organization' ? '/organization/details/$id' : '/individual/details/$id';
    return <Navigate to={to} params={{ id: userId }} replace />;
  }
  if (isUnknown && !canGoBack) return <NoUserFound />;
  if ((info.isError && !isUnknown) || info.isPaused)
    return (
      <ErrorState
        message={failureOf(info.error).message}
        retrying={info.isFetching}
        onRetry={() => void info.refetch()}
      />
    );
  return <Spinner label={texts.loading} className="mx-auto my-24" />;
}
