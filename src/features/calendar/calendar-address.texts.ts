/** The texts of the address of a calendar, which is shown also where no calendar is. */
export const texts = {
  address: 'Address',
};
