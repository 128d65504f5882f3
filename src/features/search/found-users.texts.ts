/** The names of the groups in which users are found, which the search box loads without the rest of this feature. */
export const texts = { individuals: 'INDIVIDUALS', organizations: 'ORGANIZATIONS' };
