import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPolicyScreen } from '#src/features/static-pages/privacy-policy-screen.tsx';

export const Route = createFileRoute('/privacy-policy')({ component: PrivacyPolicyScreen });
