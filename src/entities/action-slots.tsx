import { type ComponentType, createContext, use } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';

interface FollowSlotProps {
  userId: string;
  name: string;
  /** Whether the reader follows them, as the server last said. */
  follows: boolean;
  /** What the button says while the reader follows them. */
  pressedLabel?: 'Following' | 'Unfollow' | undefined;
}

export interface PassOnSlotProps {
  post: PostView;
  /** Whether invited people who cost coins can be left out at the last moment. */
  canLeaveOut?: boolean | undefined;
}

/** What some features offer inside the screens of others. */
interface ActionSlots {
  FollowButton: ComponentType<FollowSlotProps>;
  PassOnButtons: ComponentType<PassOnSlotProps>;
}

const ActionSlotsContext = createContext<ActionSlots | undefined>(undefined);

/** Fills the slots, once, where the app is put together. */
export const ActionSlotsProvider = ActionSlotsContext.Provider;

function useActionSlots(): ActionSlots {
  const slots = use(ActionSlotsContext);
  if (!slots) throw new Error('No ActionSlotsProvider above');
  return slots;
}

/** The slot for the button that follows a person or an organization. */
export function FollowSlot(props: FollowSlotProps) {
  const { FollowButton } = useActionSlots();
  return <FollowButton {...props} />;
}

/** The slot for the ways in which a post can be brought to others. */
export function PassOnSlot(props: PassOnSlotProps) {
  const { PassOnButtons } = useActionSlots();
  return <PassOnButtons {...props} />;
}
