/** The texts of this feature, which the feed loads. */
export const texts = { follow: 'Follow', following: 'Following' };
