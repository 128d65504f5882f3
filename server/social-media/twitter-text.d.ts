/** The part of the library that counts, without those that make markup of texts. */
declare const parseTweet: (text: string) => { weightedLength: number };
// oxlint-disable-next-line import/no-default-export -- as the library has it
export default parseTweet;
