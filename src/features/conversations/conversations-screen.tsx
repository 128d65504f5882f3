import { MessagesSquare, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '#src/app/session.ts';
import { IconButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Title } from '#src/components/title.tsx';
import { Tooltip } from '#src/components/tooltip.tsx';
import { cn } from '#src/lib/cn.ts';
import { useSearchText } from '#src/lib/use-search-text.ts';
import { conversationLimits } from '#src/local/collections/conversations.ts';
import { useConversations } from '#src/local/collections/use-conversations.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { ConnectivitiesProvider } from './connectivities.tsx';
import { ConversationList } from './conversation-list.tsx';
import { texts } from './conversations-screen.texts.ts';
import { MessageResults, MessageSearchBox } from './message-search.tsx';
import { otherOf } from './names.ts';
import { useSoundSetting } from './sound-setting.ts';

/** Users whose connectivity is watched at a time, as the server has it. */
const mostWatched = 200;

interface ConversationsScreenProps {
  /** The conversation that is open; undefined where none is. */
  openId: string | undefined;
  /** The message at which it was opened. */
  openMessage: number | undefined;
  /** What messages are searched for, as the address has it. */
  search: string | undefined;
  onSearchChange: (search: string | undefined) => void;
  /** The open conversation. */
  children: ReactNode;
}

/** The list of conversations and the open one: side by side at a desk, one or the other on a phone. */
export function ConversationsScreen({
  openId,
  openMessage,
  search,
  onSearchChange,
  children,
}: ConversationsScreenProps) {
  const ownId = useUser()?._id ?? '';
  const [limit, setLimit] = useState(conversationLimits.page);
  const conversations = useConversations(limit);
  const others = (conversations?.items ?? []).flatMap((one) => otherOf(one, ownId)?._id ?? []);
  const [text, setText] = useSearchText(search, onSearchChange);
  const isOpen = openId !== undefined;
  const Heading = isOpen ? 'h2' : 'h1';
  return (
    <ConnectivitiesProvider userIds={others.slice(0, mostWatched)}>
      <div
        data-fills-window={isOpen ? 'always' : 'wide'}
        className="flex gap-4 lg:h-full lg:min-h-0 data-[fills-window=always]:h-full data-[fills-window=always]:min-h-0"
      >
        <Card
          as="section"
          padding="none"
          aria-labelledby="all-messages"
          className={cn(
            'flex w-full flex-col overflow-hidden lg:w-80 lg:shrink-0',
            isOpen && 'max-lg:hidden',
          )}
        >
          {!isOpen && <Title>{texts.conversationsScreen.allMessages}</Title>}
          <div className="flex min-h-16 items-center justify-between gap-2 border-line border-b pr-2 pl-4">
            <Heading id="all-messages" className="font-bold text-xl">
              {texts.conversationsScreen.allMessages}
            </Heading>
            <SoundSwitch />
          </div>
          <MessageSearchBox text={text} onTextChange={setText} />
          <div className="min-h-0 flex-1 lg:overflow-y-auto lg:overscroll-contain">
            {text.trim() === '' ? (
              <>
                <BulkProgress />
                <ConversationList
                  conversations={conversations}
                  openId={openId}
                  onShowMore={() => setLimit(limit + conversationLimits.page)}
                />
              </>
            ) : (
              <MessageResults text={text} open={{ conversationId: openId, message: openMessage }} />
            )}
          </div>
        </Card>
        <Card
          as="section"
          padding="none"
          aria-label={texts.conversationsScreen.conversation}
          className={cn(
            'flex min-w-0 flex-1 flex-col overflow-hidden max-lg:rounded-none max-lg:border-0',
            !isOpen && 'max-lg:hidden',
          )}
        >
          {children}
        </Card>
      </div>
    </ConnectivitiesProvider>
  );
}

/** What stands beside the list while no conversation is open. */
export function NoConversationOpen() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center text-muted">
      <MessagesSquare aria-hidden className="size-8" />
      <p>{texts.conversationsScreen.chooseAConversation}</p>
    </div>
  );
}

/** Switches the sound of messages off and on, on this device. */
function SoundSwitch() {
  const [isOn, setIsOn] = useSoundSetting();
  const label = isOn ? texts.conversationsScreen.mute : texts.conversationsScreen.playASound;
  return (
    <Tooltip text={label}>
      <IconButton label={label} size="sm" onClick={() => setIsOn(!isOn)}>
        {isOn ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}
