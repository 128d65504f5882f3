import { type ComponentType, createContext, Suspense, use } from 'react';
import type { PeopleSource } from '#server/cultivations/cultivations.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { PostCardSkeleton } from './post-card-skeleton.tsx';

interface FollowSlotProps {
  userId: string;
  name: string;
  /** Whether the viewer follows them, as fetched. */
  follows: boolean;
  /** The label while the viewer follows them. */
  pressedLabel?: 'Following' | 'Unfollow' | undefined;
}

interface FriendSlotProps {
  /** Another individual. */
  userId: string;
  name: string;
  /** The friendship or request between the viewer and that individual, as fetched. */
  friendship: RelationView['friendship'];
}

interface MessageSlotProps {
  /** Another user. */
  userId: string;
  name: string;
}

interface ListedPostSlotProps {
  fetched: PostView;
  /** Whether the post offers to follow its organization. */
  canFollow?: boolean | undefined;
}

export interface PassOnSlotProps {
  post: PostView;
  /** Whether invited people who cost coins can be left out at the last moment. */
  canLeaveOut?: boolean | undefined;
  /** Leaves out the other button. */
  only?: 'share' | 'invite' | undefined;
}

export interface ReachSlotProps {
  people: PeopleSource;
  /** Who they are: "12 people". */
  description: string;
  onClose: () => void;
}

/** What some features offer inside the screens of others. */
interface ActionSlots {
  FollowButton: ComponentType<FollowSlotProps>;
  PassOnButtons: ComponentType<PassOnSlotProps>;
  /** May be lazy. */
  FriendButton: ComponentType<FriendSlotProps>;
  /** May be lazy. */
  MessageButton: ComponentType<MessageSlotProps>;
  /** May be lazy. */
  ListedPost: ComponentType<ListedPostSlotProps>;
  /** May be lazy. */
  BulkMessageDialog: ComponentType<ReachSlotProps>;
  /** May be lazy. */
  FollowInvitationDialog: ComponentType<ReachSlotProps>;
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

/** The slot for the button that requests, accepts and ends a friendship. */
export function FriendSlot(props: FriendSlotProps) {
  const { FriendButton } = useActionSlots();
  return (
    <Suspense>
      <FriendButton {...props} />
    </Suspense>
  );
}

/** The slot for the button that writes to a user. Keeps its room until the button is there. */
export function MessageSlot(props: MessageSlotProps) {
  const { MessageButton } = useActionSlots();
  return (
    <Suspense fallback={<span aria-hidden className="size-control-sm" />}>
      <MessageButton {...props} />
    </Suspense>
  );
}

/** The slot for a post in a list that is not of the posts feature. */
export function ListedPostSlot(props: ListedPostSlotProps) {
  const { ListedPost } = useActionSlots();
  return (
    <Suspense fallback={<PostCardSkeleton />}>
      <ListedPost {...props} />
    </Suspense>
  );
}

/** The slot for the dialog in which an organization writes to many people. */
export function BulkMessageSlot(props: ReachSlotProps) {
  const { BulkMessageDialog } = useActionSlots();
  return (
    <Suspense>
      <BulkMessageDialog {...props} />
    </Suspense>
  );
}

/** The slot for the dialog in which an organization invites many people to follow it. */
export function FollowInvitationSlot(props: ReachSlotProps) {
  const { FollowInvitationDialog } = useActionSlots();
  return (
    <Suspense>
      <FollowInvitationDialog {...props} />
    </Suspense>
  );
}

/** The slot for the buttons that share a post and invite to it. */
export function PassOnSlot(props: PassOnSlotProps) {
  const { PassOnButtons } = useActionSlots();
  return <PassOnButtons {...props} />;
}
