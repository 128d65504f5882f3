/** The texts of this feature, by screen or part. */
export const texts = {
  memberSearch: {
    organization: 'Organization',
    individual: 'Individual',
  },
  membershipDialog: {
    membershipSaved: 'Membership saved.',
    membershipRequested: 'Membership requested.',
    editMembership: 'Edit membership',
    addMembership: 'Add membership',
    changeHint: 'If you change the type or the start, the other side has to accept it again.',
    requestHint: 'It stays pending until the other side accepts it.',
    cancel: 'Cancel',
    save: 'Save',
    sendRequest: 'Send request',
    saving: 'Saving',
    type: 'Type',
    start: 'Start',
    isCurrent: 'This membership is current',
    end: 'End',
  },
  membershipFilters: {
    allStatuses: 'All statuses',
    allTypes: 'All types',
    memberships: 'Memberships',
    status: 'Status',
    type: 'Type',
  },
  membershipRow: {
    membershipOf: (name: string) => `the membership of ${name}`,
    acceptOf: (about: string) => `Accept ${about}`,
    accept: 'Accept',
    rejectOf: (about: string) => `Reject ${about}`,
    reject: 'Reject',
    editOf: (about: string) => `Edit ${about}`,
    deleteOf: (about: string) => `Delete ${about}`,
    deleteQuestion: 'Delete this membership?',
    deleteHint: (name: string) => `It will be removed from your list and from ${name}’s.`,
    delete: 'Delete',
  },
  membershipsPanel: {
    memberships: 'Memberships',
    addMembership: 'Add membership',
    thingsMemberships: 'memberships',
    noMembershipFound: 'No Membership Found',
    noMatch: 'No membership matches these filters.',
    showAll: 'Show all',
    noneOfIndividualHint:
      'Add the organizations you belong to as a volunteer, committee or board member, or employee.',
    noneOfOrganizationHint:
      'Add the people who belong to your organization: volunteers, committee and board members, employees.',
  },
  monthField: {
    monthOf: (label: string) => `${label} month`,
    yearOf: (label: string) => `${label} year`,
  },
};
