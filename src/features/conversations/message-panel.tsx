import type { ProfileKind } from '#db/tables/columns.ts';
import { useUser } from '#src/app/session.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { useConversationWith } from '#src/local/collections/use-conversations.ts';
import { MessageForm } from './message-form.tsx';

interface MessagePanelProps {
  userId: string;
  userType: ProfileKind;
  name: string;
}

/** The tab of a profile in which one writes to its user. To be rendered with the user as the key. */
export function MessagePanel({ userId, userType, name }: MessagePanelProps) {
  const conversation = useConversationWith(userId);
  if (useUser()?._id === userId)
    return (
      <EmptyState
        title="This is your own page"
        hint="Messages people send you are under All Messages."
        action={<ButtonLink to="/conversation/all">All Messages</ButtonLink>}
      />
    );
  return (
    <Card as="section" aria-label="Message">
      <CardHeader
        title={
          <>
            Message to <bdi>{name}</bdi>
          </>
        }
        action={
          conversation && (
            <Link
              to="/conversation/$conversationId"
              params={{ conversationId: conversation._id }}
              variant="action"
              className="whitespace-nowrap"
            >
              Open conversation
            </Link>
          )
        }
      />
      <MessageForm
        otherId={userId}
        otherName={name}
        cancel={
          <ButtonLink to={`/${userType}/details/$id`} params={{ id: userId }} variant="secondary">
            Cancel
          </ButtonLink>
        }
        onSent={() => undefined}
      />
    </Card>
  );
}
