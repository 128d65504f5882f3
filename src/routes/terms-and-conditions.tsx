import { createFileRoute } from '@tanstack/react-router';
import { TermsScreen } from '#src/features/static-pages/terms-screen.tsx';

export const Route = createFileRoute('/terms-and-conditions')({ component: TermsScreen });
