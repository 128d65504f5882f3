/** The texts of the panel behind the bell. */
export const texts = { notifications: 'Notifications', seeAll: 'See all notifications' };
