import { createFileRoute } from '@tanstack/react-router';
import { ConversationPanel } from '#src/features/conversations/conversation-panel.tsx';
import { readConversationAddress } from '#src/features/conversations/search-address.ts';

export const Route = createFileRoute('/conversation/$conversationId')({
  validateSearch: readConversationAddress,
  component: function Conversation() {
    const { conversationId } = Route.useParams();
    const { message } = Route.useSearch();
    return <ConversationPanel key={conversationId} conversationId={conversationId} message={message} />;
  },
});
