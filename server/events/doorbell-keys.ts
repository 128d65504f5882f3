/*
 * What the doorbell notifies of beside users, whose id means "there are new events". Ids have no colon.
 */

/** Whether the user is connected may have changed. */
export const presenceKey = (userId: string) => `p:${userId}`;

/** The sender is typing a message to the receiver. */
export const typingKey = (receiverId: string, senderId: string) => `t:${receiverId}:${senderId}`;

/** Whether the notification is itself the message. It may be lost, and must not be made up. */
export const isHint = (key: string) => key.startsWith('t:');
