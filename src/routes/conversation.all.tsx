import { createFileRoute } from '@tanstack/react-router';
import { NoConversationOpen } from '#src/features/conversations/conversations-screen.tsx';

export const Route = createFileRoute('/conversation/all')({ component: NoConversationOpen });
