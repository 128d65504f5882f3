export const texts = {
  choose: (name: string) => `Choose ${name}`,
};
