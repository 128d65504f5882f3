// The texts of the pages of users: single constants, which the build puts into the pages that use them, so that none loads
// those of another.

export const noUser = 'No User Found';
export const noUserHint = 'They may have left, or the link may be incomplete.';
export const goToTheFeed = 'Go to the feed';

export const loading = 'Loading';
export const loadingTheProfile = 'Loading the profile';
export const profile = 'Profile';
export const edit = 'Edit';

export const about = 'About';
export const impact = 'Impact';
export const message = 'Message';
export const followers = 'Followers';
export const feed = 'Feed';
export const calendar = 'Calendar';
export const gallery = 'Gallery';
export const friends = 'Friends';
export const followings = 'Followings';
export const endorsees = 'Endorsees';

export const noDescription = 'No description available';
export const impactAreas = 'Impact areas';
export const skills = 'Skills';
export const languages = 'Languages';
export const keywords = 'Keywords';
export const serviceAreas = 'Service areas';

export const mission = 'Mission';
export const description = 'Description';
export const contact = 'Contact';
export const contactEmail = 'Contact email';
export const website = 'Website';
export const phone = 'Phone';
export const ein = 'EIN';
export const address = 'Address';

export const links = 'Links';
export const donate = 'Donate';
export const newsletter = 'Newsletter';
export const events = 'Events';
export const rss = 'RSS';
export const blog = 'Blog';
