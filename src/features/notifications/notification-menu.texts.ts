/** The texts of the bell, which is there before the first paint: single constants, which the build puts where they are used. */
export const notifications = 'Notifications';
export const notificationsWithNew = (count: number) => `Notifications, ${count} new`;
export const newNotifications = 'new notifications';
