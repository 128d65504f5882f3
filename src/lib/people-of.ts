/** "1 person", "1,200 people": so many, in words. */
export const peopleOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;
