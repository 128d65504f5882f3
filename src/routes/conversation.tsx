import { createFileRoute, Outlet, useParams } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ConversationsScreen } from '#src/features/conversations/conversations-screen.tsx';

export const Route = createFileRoute('/conversation')({
  beforeLoad: requireSignedIn,
  component: function Conversations() {
    const { conversationId } = useParams({ strict: false });
    return (
      <ConversationsScreen openId={conversationId}>
        <Outlet />
      </ConversationsScreen>
    );
  },
});
