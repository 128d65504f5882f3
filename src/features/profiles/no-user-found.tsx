import { UserRoundX } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import * as texts from './profile-page.texts.ts';

/** Shown where a user does not exist or is hidden from the viewer. */
export function NoUserFound() {
  return (
    <>
      <Title>{texts.noUser}</Title>
      <h1 className="sr-only">{texts.noUser}</h1>
      <EmptyState
        icon={<UserRoundX />}
        title={texts.noUser}
        hint={texts.noUserHint}
        action={<ButtonLink to="/">{texts.goToTheFeed}</ButtonLink>}
      />
    </>
  );
}
