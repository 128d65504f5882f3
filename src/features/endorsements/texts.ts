/** The texts of this feature. */
export const texts = {
  endorse: 'Endorse',
  endorseOf: (name: string) => `Endorse ${name}`,
  cancelEndorsement: 'Cancel endorsement',
  cancelEndorsementOf: (name: string) => `Cancel endorsement of ${name}`,
};
