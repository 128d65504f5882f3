import { FileQuestion } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { texts } from './post-page.texts.ts';

/** There is no such post, or it is not for the reader. */
export function PostNotAvailable() {
  return (
    <>
      <Title>{texts.postNotAvailable.notAvailable}</Title>
      <h1 className="sr-only">{texts.postNotAvailable.notAvailable}</h1>
      <EmptyState
        icon={<FileQuestion />}
        title={texts.postNotAvailable.notAvailable}
        hint={texts.postNotAvailable.hint}
        action={<ButtonLink to="/">{texts.postNotAvailable.goToTheFeed}</ButtonLink>}
      />
    </>
  );
}
