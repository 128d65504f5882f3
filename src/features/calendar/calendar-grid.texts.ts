/** The texts of the grid, which loads apart from the calendar around it. */
export const texts = {
  /** Those of the library, so that accessible names contain the visible ones. */
  library: {
    '+ 1 event': '+1 more',
    '+ {{n}} events': '+{{n}} more',
    'Link to 1 more event on {{date}}': '+1 more on {{date}}',
    'Link to {{n}} more events on {{date}}': '+{{n}} more on {{date}}',
    'Full day- and multiple day events': 'Posts that last several days',
    'No events': 'No Posts Found',
  },
  goesOut: (title: string) => `Goes out: ${title}`,
};
