export const texts = {
  total: (count: number, isExact: boolean, thing: string) =>
    `${isExact ? '' : 'More than '}${count} ${thing}${count === 1 ? '' : 's'}`,
};
