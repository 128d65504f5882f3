import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { Title } from '#src/components/title.tsx';
import { texts } from './texts.ts';
import type { ShownList } from './use-list.ts';

/** The screen of a list that could not be loaded, with a button to try again. */
export function ListNotLoaded({ list }: { list: ShownList }) {
  return (
    <>
      <Title>{texts.listNotLoaded.cultivateList}</Title>
      <h1 className="sr-only">{texts.listNotLoaded.cultivateList}</h1>
      <ErrorState
        message={failureOf(list.error).message}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
