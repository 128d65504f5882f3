import { createFileRoute } from '@tanstack/react-router';
import { ConversationPanel } from '#src/features/conversations/conversation-panel.tsx';

export const Route = createFileRoute('/conversation/$conversationId')({
  component: function Conversation() {
    const { conversationId } = Route.useParams();
    return <ConversationPanel key={conversationId} conversationId={conversationId} />;
  },
});
