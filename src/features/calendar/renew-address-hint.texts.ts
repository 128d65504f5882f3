/** The texts of the offer to replace the address of one's calendar, which stands outside of calendars. */
export const texts = {
  failed: 'Failed',
  calendarAddress: 'Calendar address',
  renewed: 'The old address no longer works. Add this one to your calendar app; it’s shown only once.',
  stillWorks: 'Anyone with your calendar’s private address can still read it.',
  renew: 'Create a new calendar address',
};
