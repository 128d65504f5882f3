/** A word that is or was part of a name, without case and accents. It does not say of whose. */
export interface KnownWordsTable {
  word: string;
}
