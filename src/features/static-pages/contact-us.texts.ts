/** The texts of the page where one writes to the product's makers. */
export const texts = {
  contactUs: 'Contact us',
  lead: 'Have a concern, a question or an idea? We read everything and answer by email.',
  writingToUs: 'Writing to us',
  fullName: 'Full name',
  contactEmail: 'Contact email',
  address: 'Address',
  concern: 'Concern/Question',
  send: 'Send',
  saved: 'Feedback saved.',
  notSaved: 'Feedback not saved',
};
