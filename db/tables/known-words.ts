/** A word that is or was part of a name, without case and accents. It does not show of whose. */
export interface KnownWordsTable {
  word: string;
}
