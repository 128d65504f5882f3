/** The texts of the table on public pages, which load nothing else of this feature. */
export const texts = {
  memberships: 'Memberships',
  loadingMemberships: 'Loading memberships',
  type: 'Type',
  time: 'Time',
  thingsMemberships: 'memberships',
  organization: 'Organization',
  member: 'Member',
};
