/** The texts of the terms and conditions, by section. */
export const texts = {
  termsAndConditions: 'Terms and conditions',
  lead: 'The rules that keep Gatherwell useful and safe for everyone.',
  users: {
    heading: 'Who may use Gatherwell',
    text: 'You must be over 18 to have an account. Whoever signs up an organization must be allowed to speak for it. Keep your password to yourself: you are responsible for what is done with your account.',
  },
  content: {
    heading: 'What you publish',
    text: 'What you publish stays yours. You allow us to store it and to show it to the people it is meant for. Publish only what you believe to be true, what you have the right to publish, and what harms no one: no hate, no threats, no fraud, no advertising disguised as a good cause.',
  },
  people: {
    heading: 'Between people',
    text: 'Organizations are responsible for their events and projects, and for the people who take part in them. Gatherwell introduces people; it does not vet them. Take the same care you would with anyone you don’t know.',
  },
  measures: {
    heading: 'What we may do',
    text: 'We may take down content that breaks these rules, and close accounts that keep breaking them. The service is a prototype: it may change, pause or end, and is offered as is.',
  },
  liability: {
    heading: 'Liability',
    text: 'As far as the law allows, our total liability to you in connection with the service is limited to 100 US dollars.',
  },
  changes: {
    heading: 'Changes',
    text: 'We will let you know 30 days before any material change to these terms takes effect. Questions? {contactUs}.',
    contactUs: 'Contact us',
  },
};
