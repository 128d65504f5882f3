import { createFileRoute } from '@tanstack/react-router';
import { ContactUsScreen } from '#src/features/static-pages/contact-us-screen.tsx';

export const Route = createFileRoute('/contact-us')({ component: ContactUsScreen });
