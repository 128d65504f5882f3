/** The texts of the page about the product. */
export const texts = {
  aboutUs: 'About us',
  lead: 'Gatherwell brings neighbors and nonprofits together.',
  why: 'Most people would gladly give an afternoon to their community, and most nonprofits would gladly have them. Often they just don’t know about each other. Gatherwell is here to change that.',
  forIndividuals: 'For individuals',
  individuals:
    'Follow the organizations you care about and see what they’re doing in one calm feed: events to go to, projects to join, things they need, causes to speak up for. Mark yourself as interested or going, and the organization knows right away.',
  forOrganizations: 'For organizations',
  organizations:
    'Publish an event, a project, a call for volunteers or goods, an advocacy campaign, or just some news. Your followers see it, and you see who wants to take part.',
  aPrototype: 'A prototype, in the open',
  prototype:
    'Gatherwell is in beta: we try things out with the people who use them and change what doesn’t help. There is no advertising, and your data is not for sale. If something is wrong or missing, tell us.',
  contactUs: 'Contact us',
};
