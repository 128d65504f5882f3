/** The texts of the form of an organization's own pages. */
export const texts = {
  loadingYourInternalLinks: 'Loading your internal links',
  internalLinks: 'Internal links',
  intro: 'Where else you publish, so people can find it from here.',
  links: {
    events: { label: 'Events link', help: 'Your own events page.' },
    rss: { label: 'RSS link', help: 'Your news feed.' },
    blog: { label: 'Blogs link', help: 'Your blog.' },
  },
};
