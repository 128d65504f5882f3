/** The texts of the privacy policy, by section. */
export const texts = {
  privacyPolicy: 'Privacy policy',
  lead: 'What we store about you, why, who can see it, and how to delete it.',
  stored: {
    heading: 'What we store',
    account: 'Your email address and a one-way hash of your password, so that you can sign in.',
    profile:
      'What you add to your profile: your name, your picture, where you live, the causes you care about.',
    deeds: 'What you do here: what you publish, who you follow, what you like, are interested in or go to.',
    log: 'A technical log of requests, without email addresses, passwords or anything you wrote, to find errors and stop abuse.',
  },
  seen: {
    heading: 'Who can see it',
    organizations: 'Organizations are public: anyone can see their profiles and published posts.',
    individuals:
      'Others can see an individual’s name and picture, unless that person chooses not to be found.',
    never:
      'Your date of birth, gender, race, children, phone number and street are never shown to others and never appear in a list, search or export.',
    reactions: 'An organization sees who reacts to its posts, as far as those people allow it.',
    notes:
      'An organization may keep notes and tags about people it can find. No one else sees them, and they are deleted with your account.',
  },
  device: {
    heading: 'On your device',
    stored:
      'So that Gatherwell opens quickly, even offline, what you see here is also stored in your browser. Signing out deletes it. We use cookies only to keep you signed in and to recognize this device when you sign in again. There are no third-party cookies.',
    traces:
      'Browsers take a while to erase deleted data from the disk. Until then, someone with access to the files on this device may find traces of it. On a shared device, use a private window: it stores nothing on the disk.',
  },
  sharing: {
    heading: 'Sharing and selling',
    text: 'We don’t sell your data, and we don’t show advertising. We share data only when you ask us to, when the law requires it, or with providers that store it for us under the same rules.',
  },
  choices: {
    heading: 'Your choices',
    text: 'You can see and change your profile at any time. To delete your account and everything in it, or to get a copy of your data, {writeToUs}.',
    writeToUs: 'write to us',
  },
};
