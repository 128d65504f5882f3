// The texts of posts and people on a screen: single constants, which the build puts where they are used. Those with
// numbers or names stand in files beside their component.

export const organization = 'ORGANIZATION';
export const individual = 'INDIVIDUAL';

export const topNeed = 'Top need';
export const sharedBy = 'Shared by';
export const seeMore = 'See More';
export const seeLess = 'See Less';
export const addToCalendar = 'Add to Calendar';
export const removeFromCalendar = 'Remove from Calendar';

export const when = 'When';
export const where = 'Where';
export const yourTime = ', your time';

export const like = 'Like';
export const interested = 'Interested';
export const going = 'Going';
export const oneLike = 'like';
export const manyLikes = 'likes';
export const showWho = '. Show who';

export const morePictures = ' more pictures';

export const mentionable = 'People to mention';
export const people = 'People';
export const notFound = 'Not found';

export const reminder = 'Reminder';
export const noReminder = 'No reminder';
export const notificationsBlocked = 'This browser does not let Gatherwell show notifications.';
export const remindsByMail = 'In the app and by mail';
export const remindsOnDevice = 'In the app, by mail and on this device';
export const alsoOnThisDevice = 'Also on this device';
