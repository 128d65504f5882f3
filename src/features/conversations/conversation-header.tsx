import { useRouter } from '@tanstack/react-router';
import { ArrowLeft, Ban, Trash2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import { IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { IconLink, Link } from '#src/components/link.tsx';
import { Tooltip } from '#src/components/tooltip.tsx';
import { shortName } from '#src/lib/shown-name.ts';
import { useIsConnected, useTyping } from './connectivities.tsx';
import { MemberAvatar } from './conversation-row.tsx';
import { fullNameOf, type Member } from './names.ts';
import { texts } from './texts.ts';
import type { Blocks } from './use-blocks.ts';

interface ConversationHeaderProps {
  other: Member | undefined;
  blocks: Blocks;
  /** Undefined where there is nothing to delete yet. */
  onDelete: (() => Promise<void>) | undefined;
}

/** Who the other member of a conversation is, whether they are online, and what can be done about them. */
export function ConversationHeader({ other, blocks, onDelete }: ConversationHeaderProps) {
  const [question, setQuestion] = useState<'block' | 'delete'>();
  const name = fullNameOf(other);
  const isBlocked = blocks.isBlocked === true;
  const { blockOf, blockQuestion, unblockOf, unblockQuestion } = texts.conversationHeader;
  const blockLabel = (isBlocked ? unblockOf : blockOf)(isolate(name));
  const close = () => setQuestion(undefined);
  return (
    <header className="flex min-h-16 items-center gap-2 border-line border-b bg-surface py-2 pr-2 pl-2 sm:gap-3 sm:pr-3 lg:pl-4">
      <BackLink />
      <MemberAvatar member={other} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h1 className="truncate font-semibold">
          {other ? (
            <Link to="/user/$userId" params={{ userId: other._id }} variant="quiet" title={name} dir="auto">
              {shortName(name)}
            </Link>
          ) : (
            name
          )}
        </h1>
        {other && <Presence userId={other._id} />}
      </div>
      {other && blocks.isBlocked !== undefined && (
        <Tooltip text={blockLabel}>
          <IconButton label={blockLabel} onClick={() => setQuestion('block')}>
            {isBlocked ? <UserRoundCheck aria-hidden /> : <Ban aria-hidden />}
          </IconButton>
        </Tooltip>
      )}
      {onDelete && (
        <Tooltip text={texts.conversationHeader.deleteConversation}>
          <IconButton
            label={texts.conversationHeader.deleteConversation}
            variant="danger-quiet"
            onClick={() => setQuestion('delete')}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <ConfirmDialog
        open={question === 'block'}
        onOpenChange={close}
        title={(isBlocked ? unblockQuestion : blockQuestion)(isolate(name))}
        description={isBlocked ? texts.conversationHeader.unblockHint : texts.conversationHeader.blockHint}
        confirmLabel={isBlocked ? texts.conversationHeader.unblock : texts.conversationHeader.block}
        tone={isBlocked ? 'primary' : 'danger'}
        onConfirm={() => blocks.set(!isBlocked)}
      />
      {onDelete && (
        <ConfirmDialog
          open={question === 'delete'}
          onOpenChange={close}
          title={texts.conversationHeader.deleteQuestion}
          description={texts.conversationHeader.deleteHint}
          confirmLabel={texts.conversationHeader.delete}
          onConfirm={onDelete}
        />
      )}
    </header>
  );
}

/** On a phone, leads back to the list: to where it was left, if it was. */
function BackLink() {
  const router = useRouter();
  return (
    <IconLink
      to="/conversation/all"
      search={({ search }) => ({ search })}
      replace
      label={texts.conversationHeader.backToAll}
      className="lg:hidden"
      onClick={(event) => {
        if (!router.state.location.state.isFromList) return;
        event.preventDefault();
        router.history.back();
      }}
    >
      <ArrowLeft aria-hidden />
    </IconLink>
  );
}

/** Whether the other one is typing, connected or disconnected; nothing while this device is not connected. */
function Presence({ userId }: { userId: string }) {
  const isConnected = useIsConnected(userId);
  const { isTyping } = useTyping(userId);
  return (
    <p aria-live="polite" className="min-h-4.5 text-muted text-xs">
      {isTyping ? (
        <span className="text-brand-ink">{texts.conversationHeader.typing}</span>
      ) : isConnected === undefined ? (
        ''
      ) : isConnected ? (
        texts.conversationHeader.connected
      ) : (
        texts.conversationHeader.disconnected
      )}
    </p>
  );
}
