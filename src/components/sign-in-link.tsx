import { useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ButtonLink } from './link.tsx';

interface SignInLinkProps
  extends Pick<ComponentProps<typeof ButtonLink>, 'children' | 'className' | 'variant' | 'aria-label'> {
  /** Called with the address that one comes back to. */
  onLeave?: ((next: string) => void) | undefined;
}

/** A button for something that takes an account: leads visitors to sign in, and back here. */
export function SignInLink({ onLeave, ...props }: SignInLinkProps) {
  const next = useRouterState({ select: (state) => state.location.href });
  return (
    <ButtonLink size="sm" {...props} to="/user/sign-in" search={{ next }} onClick={() => onLeave?.(next)} />
  );
}
