/** The texts of what is still open of an account, which is loaded without the rest of this feature. */
export const texts = {
  finishSettingUp: 'Finish setting up',
  doneOf: (done: number, items: number) => `${done} of ${items} done`,
  done: '(done)',
  items: {
    'basic-info': 'Add your name and where you are',
    involvement: 'Choose the causes you care about',
    follow: 'Follow some organizations',
    'service-info': 'Say who you serve and what you do',
    'internal-link': 'Link your events, news and blog',
    'first-post': 'Publish your first post',
  },
};
