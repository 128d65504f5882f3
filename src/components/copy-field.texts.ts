/** The texts of something to be copied. */
export const texts = {
  copy: 'Copy',
  copied: (thing: string) => `${thing} copied`,
  notCopied: 'It couldn’t be copied. Select it and copy it yourself.',
};
