const count = (characters: number) => characters.toLocaleString('en-US');

export const texts = {
  preview: (network: string) => `Preview for ${network}`,
  justNow: 'Just now',
  nowBy: (handle: string) => `@${handle} · now`,
  pictures: 'Pictures',
  more: 'more',
  characters: (length: number) => `${count(length)} characters`,
  charactersOf: (length: number, limit: number, network: string) =>
    `${count(length)} of ${count(limit)} characters, as ${network} counts them`,
  tooMany: (counted: string, over: number) => `${counted}: ${count(over)} too many`,
  shortened: 'Shortened: the link leads to the rest.',
  picturesLeftOut: (network: string, taken: number, leftOut: number) =>
    `${network} takes ${taken} pictures: ${
      leftOut === 1 ? 'the last one is' : `the last ${leftOut} are`
    } left out.`,
};
