/** The texts of the form of who may see one. */
export const texts = {
  loadingYourPrivacy: 'Loading your privacy',
  privacy: 'Privacy',
  intro: 'What organizations can find out about you, and what appears in feeds and calendars.',
  switches: {
    isUserSearchable: {
      label: 'People can find me',
      help: 'In searches and suggestions. Anyone with a link to your page can still open it.',
    },
    isEmailSearchable: {
      label: 'People can find me by my email',
      help: 'Only people who type your full address.',
    },
    isCalenderPublic: {
      label: 'My calendar is public',
      help: 'Anyone can see it on your profile.',
    },
  },
  whoCanFindMe: 'Who can find me in searches',
  finders: {
    always: 'Everybody',
    never: 'Nobody',
    'friends-of-friends': 'Friends of my friends',
  },
  whoSeesYourActivity: 'Who sees your activity',
  now: (watchers: string) => `Now: ${watchers}`,
  whoSeesWhatILike: 'Who sees what I like, am interested in, go to and share',
  watchers: {
    Public: 'Everybody',
    'no-one': 'Nobody',
    friends: 'My friends',
    'friends-of-friends': 'Friends of my friends',
  },
};
