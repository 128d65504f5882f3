import { useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ButtonLink } from './link.tsx';

/** A button for something that takes an account: leads visitors to sign in, and back here. */
export function SignInLink(
  props: Pick<ComponentProps<typeof ButtonLink>, 'children' | 'className' | 'variant' | 'aria-label'>,
) {
  const next = useRouterState({ select: (state) => state.location.href });
  return <ButtonLink size="sm" {...props} to="/user/sign-in" search={{ next }} />;
}
