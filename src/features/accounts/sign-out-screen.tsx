import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Spinner } from '#src/components/spinner.tsx';
import { Title } from '#src/components/title.tsx';
import { signOut } from '#src/local/sign-out.ts';

/** Ends the session, clears what is kept on the device, and goes home. */
export function SignOutScreen() {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().then(() => navigate({ to: '/', replace: true }));
  }, [navigate]);
  return (
    <>
      <Title>Sign out</Title>
      <h1 className="sr-only">Sign out</h1>
      <Spinner label="Signing out" className="mx-auto my-24" />
    </>
  );
}
