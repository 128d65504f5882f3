import { peopleOf } from '#src/lib/people-of.ts';

const numberOf = (count: number) => count.toLocaleString('en');

/** The texts of this feature, by screen or part; that of the button to invite stands in a file of its own. */
export const texts = {
  bulkMessageDialog: {
    deed: 'Writing to many people',
    all: 'All of them',
    newInLastDays: 'New in the last 7 days',
    individuals: 'Individuals',
    organizations: 'Organizations',
    board: 'Board',
    committees: 'Committees',
    volunteers: 'Volunteers',
    employees: 'Employees',
    blankOnDashboard: 'Can not send blank message!',
    reach: (total: number, connected: number) =>
      `${peopleOf(total)}, ${numberOf(connected)} of them connected.`,
    question: (coins: number) => `Your message will cost you ${coins} Coins. Are you sure?`,
    yes: 'Yes',
    sent: 'Message sent',
    notSent: 'Message is not sent',
    sendTo: 'Send to',
    continueInTheBackground: 'Continue in the background',
    close: 'Close',
  },
  followInvitationDialog: {
    sendInvitationMessage: 'Send Invitation Message',
    deed: 'Inviting',
    reach: (total: number) =>
      total === 1
        ? `1 person who does not follow you yet and was never invited.`
        : `${peopleOf(total)} who do not follow you yet and were never invited.`,
    question: (notConnected: number, coins: number) =>
      `You are inviting total ${notConnected} non connected users. This will cost you ${coins} Coins. Are you sure?`,
    yes: 'YES',
    invitationSent: 'Invitation sent.',
    failed: 'Failed',
  },
  inviteDialog: {
    inviteToViewPost: 'Invite to view post',
    deed: 'Inviting',
    nobodyCanBeInvited: 'None of these people can be invited.',
    sendInvitation: 'Send invitation',
    question: (total: number, coins: number) =>
      `You are inviting total ${total} users. This will cost you ${coins} Coins. Are you sure?`,
    yes: 'YES',
    invitationSent: 'Invitation sent.',
    failed: 'Failed',
    individuals: 'INDIVIDUALS',
    organizations: 'ORGANIZATIONS',
    peopleAndOrganizations: 'People and organizations',
    mostInvitees: (most: number) => `You can invite ${most} at a time. Send these first, or remove someone.`,
    thingsPeople: 'People',
    toBeInvited: 'To be invited',
    removeOf: (name: string) => `Remove ${name}`,
    invited: 'Invited',
    chosen: 'Chosen',
    connected: 'Connected',
    notConnected: 'Not Connected',
  },
  reachDialog: {
    cancel: 'Cancel',
    send: 'Send',
    yourTextIsKept: 'Your text is kept.',
    message: 'Message',
    connectionError: 'Server connection error',
    no: 'No',
    onlyConnected: 'Only Send to Connected Users',
    unanswered: 'This was sent {at}, but the server’s answer got lost, so it may have arrived.',
    unansweredAsItWas: 'Send it again to be sure: no one gets it twice, and you don’t pay twice.',
    unansweredAndChanged: 'You’ve changed it since then, so it will be sent as a new message.',
    counting: 'Counting…',
    costs: (coins: number) => `This costs ${numberOf(coins)} ${coins === 1 ? 'coin' : 'coins'}.`,
    youHave: (coins: number) => `You have ${numberOf(coins)}.`,
  },
};
