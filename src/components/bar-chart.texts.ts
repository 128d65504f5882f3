/** The text of a chart for those who do not see it. */
export const texts = {
  chart: (title: string) => `Bar chart: ${title}. The table has the numbers.`,
};
