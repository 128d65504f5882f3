/** The texts of the address of a calendar, which is shown also where no calendar is. */
export const texts = {
  address: 'Address',
  copy: 'Copy',
  copied: 'Address copied',
  notCopied: 'The address couldn’t be copied. Select it and copy it yourself.',
};
