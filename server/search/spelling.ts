/** How many mistakes a word may hold: none where it is so short that it would become any other. */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Whether a known word can have been meant by one that was typed: letters left out, added, mistaken or swapped. The
 * typed one may break off before the end of the known one.
 */
export function canBeMeant(typed: string, known: string): boolean {
  const most = mistakesIn(typed);
  if (most === 0) return false;
  const beginnings = [known, known.slice(0, typed.length), known.slice(0, typed.length + 1)];
  return beginnings.some((beginning) => distance(typed, beginning, most) <= most);
}

/**
 * How many letters have to be inserted, removed, replaced or swapped with their neighbour to make one word of the
 * other; where it is more than `most`, some number above it.
 */
export function distance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const differs = one[row - 1] === other[column - 1] ? 0 : 1;
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + differs,
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
