import { createFileRoute, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ConversationsScreen } from '#src/features/conversations/conversations-screen.tsx';
import { readConversationsAddress } from '#src/features/conversations/search-address.ts';

export const Route = createFileRoute('/conversation')({
  beforeLoad: requireSignedIn,
  validateSearch: readConversationsAddress,
  component: function Conversations() {
    const { conversationId } = useParams({ strict: false });
    const { search, message } = useSearch({ strict: false });
    const navigate = useNavigate();
    return (
      <ConversationsScreen
        openId={conversationId}
        openMessage={message}
        search={search}
        onSearchChange={(entered) =>
          void navigate({
            ...(conversationId === undefined
              ? { to: '/conversation/all' as const }
              : { to: '/conversation/$conversationId' as const, params: { conversationId } }),
            search: { search: entered, message },
            state: true,
            replace: true,
          })
        }
      >
        <Outlet />
      </ConversationsScreen>
    );
  },
});
