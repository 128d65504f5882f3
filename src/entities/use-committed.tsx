import { type ReactNode, useState } from 'react';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import { CommittedSlot } from './action-slots.tsx';

/** Returns what shows who reacted to a post, and the dialog in which it does. */
export function useCommitted(postId: string): [show: (interest: InterestType) => void, dialog: ReactNode] {
  const [interest, setInterest] = useState<InterestType>();
  return [
    setInterest,
    interest && <CommittedSlot postId={postId} interest={interest} onClose={() => setInterest(undefined)} />,
  ];
}
