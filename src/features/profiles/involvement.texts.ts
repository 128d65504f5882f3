/** The texts of the form of how one wants to help. */
export const texts = {
  loadingYourInvolvement: 'Loading your involvement',
  involvement: 'Involvement',
  intro: 'What you care about and how much time you have. Organizations use this to find volunteers.',
  impactAreas: 'Impact areas',
  impactAreasHelp: 'You’ll see posts about these in your feed.',
  lookingFor: 'I am looking for',
  lookingForEach: {
    lookingForVolunteeringOpportunity: 'Volunteering opportunities',
    lookingForProject: 'Projects',
    lookingForMembership: 'A membership',
    lookingForCommittee: 'A committee',
  },
  howMuchTime: 'How much time you have',
  hoursPerWeek: 'Hours per week',
  hoursPerWeekHelp: (min: number, max: number) => `Whole hours, ${min} to ${max}.`,
  typeOfInvolvement: 'Type of involvement',
  types: {
    convenient: { label: 'Convenient', help: 'Now and then, when it suits me.' },
    'full-day': { label: 'Full day', help: 'A whole day at a time.' },
    'structured-recurring': {
      label: 'Structured and recurring',
      help: 'The same hours every week or month.',
    },
    'as-much-possible': { label: 'As much as possible', help: 'Count me in wherever I am needed.' },
  },
  whatYouAlreadyDo: 'What you already do',
  communityInvolvement: 'Community involvement',
  communityInvolvementHelp: 'What you already do for your community.',
};
