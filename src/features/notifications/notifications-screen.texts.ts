/** The texts of the screen with all notifications. */
export const texts = {
  notifications: 'Notifications',
  noNotification: 'No Notification Found',
  found: (total: number) => `${total} Notifications Found`,
  allQuiet: 'All quiet',
  thingsNotifications: 'notifications',
};
