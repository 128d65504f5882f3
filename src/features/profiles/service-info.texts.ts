/** The texts of the form of whom an organization serves, by part. */
export const texts = {
  serviceInfo: {
    loadingYourServiceInformation: 'Loading your service information',
    serviceInformation: 'Service information',
    intro: 'Who you serve and what you do, so the right people find you.',
    impactAreas: 'Impact areas',
    serviceAreaTypes: 'Service area types',
    keywords: 'Keywords',
    donationsAndNewsletter: 'Donations and newsletter',
    donationLink: 'Donation link',
    newsletterLink: 'Newsletter link',
    internalLinks: 'Events, RSS and blogs links',
  },
  keywordsField: {
    keywords: 'Keywords',
    help: 'Separated by commas. People can find you by these.',
  },
  serviceAreasField: {
    types: {
      neighborhood: 'Neighborhoods',
      'zip-code': 'ZIP codes',
      city: 'Cities',
      county: 'Counties',
      state: 'States and regions',
      country: 'Countries',
    },
    serviceAreas: 'Service areas',
    help: 'Choose a suggestion, or press Enter to add what you typed.',
    thingsAreas: 'Areas',
    notFound: 'Not found. Press Enter to add it as it is.',
    chosenServiceAreas: 'Chosen service areas',
  },
};
