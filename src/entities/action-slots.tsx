import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react';
import type { PeopleSource } from '#server/cultivations/cultivations.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { PostCardSkeleton } from './post-card-skeleton.tsx';

interface FollowSlotProps {
  userId: string;
  name: string;
  /** Whether the viewer follows them, as fetched. */
  follows: boolean;
  /** The label while the viewer follows them. */
  pressedLabel?: string | undefined;
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

interface EndorseSlotProps {
  /** An organization. */
  userId: string;
  name: string;
  /** Whether the viewer endorses it, as fetched. */
  endorses: boolean;
}

interface CommittedSlotProps {
  postId: string;
  interest: InterestType;
  onClose: () => void;
}

/** Those whom a number on a user's page counts. */
export type CountedPeople = 'followers' | 'followings' | 'endorsers';

interface CountedPeopleSlotProps {
  counted: CountedPeople;
  /** Whose page it is. */
  userId: string;
  name: string;
  onClose: () => void;
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
  EndorseButton: ComponentType<EndorseSlotProps>;
  /** May be lazy. */
  CommittedDialog: ComponentType<CommittedSlotProps>;
  /** May be lazy. */
  CountedPeopleDialog: ComponentType<CountedPeopleSlotProps>;
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

/** Returns the slot of a part. While a lazy part is not there, it shows the fallback. */
function slotOf<Props extends object>(
  partOf: (slots: ActionSlots) => ComponentType<Props>,
  fallback?: ReactNode,
) {
  return function Slot(props: Props) {
    const Part = partOf(useActionSlots());
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The slot for the button that follows a person or an organization. */
export const FollowSlot = slotOf((slots) => slots.FollowButton);

/** The slot for the button that requests, accepts and ends a friendship. */
export const FriendSlot = slotOf((slots) => slots.FriendButton);

/** The slot for the button that writes to a user. Keeps its room until the button is there. */
export const MessageSlot = slotOf(
  (slots) => slots.MessageButton,
  <span aria-hidden className="size-control-sm" />,
);

/** The slot for the button that endorses an organization. */
export const EndorseSlot = slotOf((slots) => slots.EndorseButton);

/** The slot for the dialog that lists who reacted to a post. */
export const CommittedSlot = slotOf((slots) => slots.CommittedDialog);

/** The slot for the dialog that lists those whom a number on a user's page counts. */
export const CountedPeopleSlot = slotOf((slots) => slots.CountedPeopleDialog);

/** The slot for a post in a list that is not of the posts feature. */
export const ListedPostSlot = slotOf((slots) => slots.ListedPost, <PostCardSkeleton />);

/** The slot for the dialog in which an organization writes to many people. */
export const BulkMessageSlot = slotOf((slots) => slots.BulkMessageDialog);

/** The slot for the dialog in which an organization invites many people to follow it. */
export const FollowInvitationSlot = slotOf((slots) => slots.FollowInvitationDialog);

/** The slot for the buttons that share a post and invite to it. */
export const PassOnSlot = slotOf((slots) => slots.PassOnButtons);
