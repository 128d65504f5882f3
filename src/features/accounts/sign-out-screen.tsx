import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNoteScreen } from '#src/app/still-here.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { Title } from '#src/components/title.tsx';
import { signOut } from '#src/local/engine/sign-out.ts';
import { isUnsaved, unsavedWorkLeft } from '#src/local/engine/unsaved-work.ts';
import { texts } from './sign-out.texts.ts';
import { unsavedWork } from './unsaved-work.texts.ts';

/** Ends the session, clears what is kept on the device, and goes home. Asks first where that costs unsent work. */
export function SignOutScreen() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const noteScreen = useNoteScreen();
  const [unsaved, setUnsaved] = useState('');
  const isLeaving = useRef(false);

  const leave = useCallback(async () => {
    const isStillHere = noteScreen();
    await signOut();
    if (isStillHere()) await navigate({ to: '/', replace: true });
  }, [navigate, noteScreen]);

  useEffect(() => {
    let wanted = true;
    void unsavedWorkLeft().then(async (work) => {
      if (!wanted) return;
      if (isUnsaved(work)) return setUnsaved(unsavedWork(work));
      await leave();
    });
    return () => {
      wanted = false;
    };
  }, [leave]);

  async function stay() {
    if (history.canGoBack()) history.back();
    else await navigate({ to: '/', replace: true });
  }

  async function signOutAnyway() {
    isLeaving.current = true;
    await leave();
  }

  return (
    <>
      <Title>{texts.signOut}</Title>
      <h1 className="sr-only">{texts.signOut}</h1>
      <Spinner label={texts.signingOut} className="mx-auto my-24" />
      <ConfirmDialog
        open={unsaved !== ''}
        onOpenChange={(isOpen) => !isOpen && !isLeaving.current && void stay()}
        title={texts.question}
        description={texts.hint(unsaved)}
        confirmLabel={texts.signOut}
        cancelLabel={texts.staySignedIn}
        onConfirm={signOutAnyway}
      />
    </>
  );
}
