/** The texts of this feature, by screen or part; that of the button stands in a file of its own. */
export const texts = {
  shareDialog: {
    shared: 'Post is shared successfully',
    savedHere: 'Saved on this device. The post will be shared when you reconnect.',
    linkCopied: 'Link copied',
    linkNotCopied: 'The link couldn’t be copied. Select it and copy it yourself.',
    sharePost: 'Share post',
    shareWithFriends: 'Share with your friends',
    noFriendsHint:
      'You don’t have any friends here yet, so no one would see it. Search for people by name to add some.',
    friendsHint: 'They’ll see it in their feeds with your name.',
    elsewhere: 'Elsewhere',
    copyLink: 'Copy link',
    moreWays: 'More ways',
  },
};
