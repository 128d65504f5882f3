import { createFileRoute } from '@tanstack/react-router';
import { AboutUsScreen } from '#src/features/static-pages/about-us-screen.tsx';

export const Route = createFileRoute('/about-us')({ component: AboutUsScreen });
