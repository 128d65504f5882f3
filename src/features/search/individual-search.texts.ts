import { peopleOf } from '#src/lib/people-of.ts';

/** The texts of the search for individuals, by part. */
export const texts = {
  individualSearch: {
    prospect: 'Prospect',
    everyoneFound: ({ leftOut, count, isExact }: { leftOut: number; count: number; isExact: boolean }) =>
      `All results${leftOut > 0 ? ` but ${leftOut}` : ''}: ${isExact ? '' : 'more than '}${peopleOf(count)}`,
    chosen: (count: number) => `${peopleOf(count)} chosen`,
    mostLeftOut: (most: number) => `You can leave out up to ${most} people. Use filters instead.`,
    chosenPeople: 'Chosen people',
    chooseThisPage: 'Choose this page',
    clearSelection: 'Clear selection',
    chooseAllResults: 'Choose all results',
    choosePeople: 'Choose people to add them to a list, write to them or invite them.',
    thingIndividual: 'individual',
    noIndividuals: 'No Individuals Found',
  },
  individualFilters: {
    onlyFollowers: 'Only followers',
    onlyInteractedWithPosts: 'Only those who interacted with posts',
    onlyLookingForVolunteering: 'Only looking for volunteering',
    onlyLookingForProject: 'Only looking for a project',
    onlyLookingForMembership: 'Only looking for a membership',
    skills: 'Skills',
    addressHelp: 'A city, a region or a country.',
  },
};
