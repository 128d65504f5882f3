import { createFileRoute } from '@tanstack/react-router';
import { requireGuest } from '#src/app/guards.ts';
import { SignUpScreen } from '#src/features/accounts/sign-up-screen.tsx';

export const Route = createFileRoute('/user/sign-up')({ beforeLoad: requireGuest, component: SignUpScreen });
