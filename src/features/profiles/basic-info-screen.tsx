import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { Progress } from '#src/components/progress.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { IndividualForm } from './individual-form.tsx';
import { OrganizationForm } from './organization-form.tsx';

/** Whether basic information is part of signing up, or is changed later. */
export type Mode = 'complete' | 'edit';

/** One's own basic information: a step of signing up, or a setting. */
export function BasicInfoScreen({ mode }: { mode: Mode }) {
  const user = useUser();
  const info = trpc.profiles.basicInfo.useQuery(
    { id: user?._id ?? '' },
    { enabled: user !== undefined, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

  if (info.isPending) return <SkeletonForm label="Loading your basic information" />;
  if (info.isError)
    return <ErrorState message={failureOf(info.error).message} onRetry={() => void info.refetch()} />;
  if (info.data.userType === 'organization')
    return (
      <Frame progress={mode === 'complete' && <Progress label="Step 2 of 4" value={50} />}>
        <OrganizationForm info={info.data} mode={mode} />
      </Frame>
    );
  if (!('dateOfBirth' in info.data)) return null;
  return (
    <Frame progress={mode === 'complete' && <Progress label="Step 2 of 7" value={32} />}>
      <IndividualForm info={info.data} mode={mode} />
    </Frame>
  );
}

function Frame({ progress, children }: { progress: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>Basic information</Title>
      {progress}
      <h1 className="font-bold text-2xl">Basic information</h1>
      {children}
    </div>
  );
}
