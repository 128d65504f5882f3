import type { ProfileKind } from '#db/tables/columns.ts';
import { useUser } from '#src/app/session.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { fill } from '#src/lib/fill.ts';
import { useConversationWith } from '#src/local/collections/use-conversations.ts';
import { texts } from './message-form.texts.ts';
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
        title={texts.messagePanel.ownPage}
        hint={texts.messagePanel.ownPageHint}
        action={<ButtonLink to="/conversation/all">{texts.messagePanel.allMessages}</ButtonLink>}
      />
    );
  return (
    <Card as="section" aria-label={texts.messagePanel.message}>
      <CardHeader
        title={fill(texts.messagePanel.messageTo, { name: <bdi>{name}</bdi> })}
        action={
          conversation && (
            <Link
              to="/conversation/$conversationId"
              params={{ conversationId: conversation._id }}
              variant="action"
              className="whitespace-nowrap"
            >
              {texts.messagePanel.openConversation}
            </Link>
          )
        }
      />
      <MessageForm
        otherId={userId}
        otherName={name}
        cancel={
          <ButtonLink to={`/${userType}/details/$id`} params={{ id: userId }} variant="secondary">
            {texts.messagePanel.cancel}
          </ButtonLink>
        }
        onSent={() => undefined}
      />
    </Card>
  );
}
