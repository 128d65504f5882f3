// The texts that routes add to the screens of features: single constants, which the build puts into the routes that use
// them, so that no route loads those of another.

export const feed = 'Feed';
export const gallery = 'Gallery';
export const impact = 'Impact';
export const posts = 'Posts';
export const noOrganizationPostHint = 'What the organization publishes is shown here.';

export const friends = 'Friends';
export const requests = 'Requests';
export const followers = 'Followers';
export const followings = 'Followings';
export const endorsers = 'Endorsers';

export const noFriends = 'No Friends Found';
export const noFriendsHint = 'Search for people you know by name and send them a friend request.';
export const findPeople = 'Find people';
export const seeRequests = 'See requests';
export const noFollower = 'No Follower Found';
export const noFollowerOfOrganizationHint = 'Publish posts to help people find you.';
export const noFollowerOfIndividualHint = 'Take part in what organizations do, and people will find you.';
export const createPost = 'Create Post';
export const goToTheFeed = 'Go to the feed';
export const noFollowing = 'No Following Found';
export const noFollowingHint = 'Follow organizations you care about to see their posts in your feed.';
export const findOrganizations = 'Find organizations';
export const noEndorser = 'No Endorser Found';
export const noEndorserHint = 'People and organizations that endorse you are listed here.';
export const noEndorsee = 'No Endorsee Found';

export const sendBulkMessage = 'Send Bulk Message';
export const messageToAllFriends = 'Message to all friends';
export const messageToAllFollowers = 'Message to all followers';
export const messageToAllFollowed = 'Message to everyone you follow';
export const messageToAllEndorsers = 'Message to all endorsers';
export const messageMembers = 'Message members';

export const individualMembershipsIntro =
  'The organizations you belong to and your role in each. Both sides confirm a membership.';
export const organizationMembershipsIntro =
  'The people who belong to your organization and their roles. Both sides confirm a membership.';
export const goOn = 'Continue';
export const skip = 'Skip';
