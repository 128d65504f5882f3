/** The texts of lists of notifications, by part; those of what loads apart from them stand in files beside it. */
export const texts = {
  markAll: {
    markAllAsRead: 'Mark All As Read',
    done: 'SUCCESS',
    later: 'Marked as read on this device. It will be sent when you reconnect.',
  },
  notificationList: {
    noNotification: 'No Notification Found',
    noNotificationHint: 'New followers and reactions to your posts show up here.',
    loadingNotifications: 'Loading notifications',
  },
  notificationRow: {
    deleted: 'Notification deleted',
    undo: 'Undo',
    new: 'New:',
    showEveryone: 'Show everyone',
    markAsUnread: 'Mark as unread',
    markAsRead: 'Mark as read',
    delete: 'Delete',
    yourMemberships: 'Your memberships',
  },
  sendersDialog: {
    peopleWho: (deed: string) => `People who ${deed}`,
    loadingPeople: 'Loading people',
    thingsPeople: 'people',
  },
  wording: {
    someone: 'Someone',
    others: (count: number) => `and ${count} other(s)`,
    /** What was done, by one sender and by several; a post's title may follow. */
    deeds: {
      like: ['liked your post', 'liked your post'],
      interest: ['is interested in your post', 'are interested in your post'],
      going: ['is going to your event', 'are going to your event'],
      'new-post': ['published a post', 'published posts'],
      reminder: ['reminds you of', 'remind you of'],
      follow: ['follows you', 'follow you'],
      endorsement: ['endorsed you', 'endorsed you'],
      'friend-request': ['sent you a friend request', 'sent you friend requests'],
      'friend-accept': ['accepted your friend request', 'accepted your friend requests'],
      'membership-request': ['asked for a membership', 'asked for memberships'],
      'membership-accept': ['accepted a membership', 'accepted memberships'],
      'follow-invitation': ['invited you to follow them', 'invited you to follow them'],
    },
    /** For an invitation to view a post. */
    invitedToPost: ['invited you to view a post', 'invited you to view a post'],
    /** Of a notification that nobody sent: it begins with the receiver's own name. */
    reconnect: (network: string) => `can’t share posts on ${network} anymore. Reconnect ${network}.`,
  },
} as const;
