import { createFileRoute } from '@tanstack/react-router';
import { SignOutScreen } from '#src/features/accounts/sign-out-screen.tsx';

export const Route = createFileRoute('/user/sign-out')({ component: SignOutScreen });
