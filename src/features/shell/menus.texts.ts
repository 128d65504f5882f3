// The texts of the menus, which are there before the first paint: single constants, which the build puts where they are
// used.

export const main = 'Main';
export const more = 'More';
export const profileSettings = 'Profile Settings';
export const yourProfile = 'Your profile';

export const feed = 'Feed';
export const discover = 'Discover';
export const community = 'Community';
export const calendar = 'Calender';
export const mails = 'Mails';
export const notifications = 'Notifications';
export const dashboard = 'Dashboard';
export const prospect = 'Prospect';
export const cultivateList = 'Cultivate List';
export const posts = 'Posts';
export const create = 'Create';
export const wallet = 'Wallet';
export const basicInformation = 'Basic Information';
export const involvement = 'Involvement';
export const privacy = 'Privacy';
export const membership = 'Membership';
export const serviceInformation = 'Service Information';
export const socialMedia = 'Social Media';
export const changePassword = 'Change Password';

export const notSentYet = (count: number) => `Not sent yet: ${count}`;
export const countedNotSentYet = 'not sent yet';
export const failed = 'Failed';
