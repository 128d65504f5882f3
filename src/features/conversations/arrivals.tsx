import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import { useUser } from '#src/app/session.ts';
import { useConversations } from '#src/local/collections/use-conversations.ts';
import { texts } from './arrivals.texts.ts';
import { fullNameOf, otherOf } from './names.ts';
import { claimArrival } from './open-conversations.ts';
import { playChime } from './play-chime.ts';
import { isSoundOn } from './sound-setting.ts';

/** Signals a message that arrives while its conversation is not on the screen: by a sound, and to screen readers. */
export function Arrivals() {
  const ownId = useUser()?._id ?? '';
  const conversation = useConversations(1)?.items[0];
  const [words, setWords] = useState('');
  const last = conversation?.lastMessageEntity?.message;
  const known = useRef<string>(undefined);

  const arrive = useEffectEvent(async (messageId: string) => {
    if (!conversation || !last || last.senderId === ownId) return;
    if (!(await claimArrival(messageId, conversation._id))) return;
    setWords(texts.newMessageFrom(isolate(fullNameOf(otherOf(conversation, ownId)))));
    if (isSoundOn()) playChime();
  });
  // The first message that is read from the device was there before.
  const lastId = conversation ? (last?._id ?? '') : undefined;
  useEffect(() => {
    if (lastId === undefined) return;
    const before = known.current;
    known.current = lastId;
    if (before !== undefined && lastId !== '' && lastId !== before) void arrive(lastId);
  }, [lastId]);

  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}
