/** The texts of the search for organizations, by part. */
export const texts = {
  organizationSearch: {
    discoverOrganizations: 'Discover organizations',
    organizations: 'Organizations',
    thingOrganization: 'organization',
    noOrganizations: 'No Organizations Found',
  },
  organizationFilters: {
    organizationTypes: 'Organization types',
    keywordHelp: 'In names, missions and descriptions.',
  },
  areaFilter: {
    serviceAreas: 'Service areas',
    thingsAreas: 'Areas',
    areaHint: 'City, county, ZIP code…',
    chosenServiceAreas: 'Chosen service areas',
  },
  keywordsFilter: {
    keywords: 'Keywords',
    keywordsHelp: 'Separated by commas; any of them.',
  },
};
