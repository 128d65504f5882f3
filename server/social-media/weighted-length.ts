import parseTweet from 'twitter-text/dist/parseTweet.js';

/**
 * Returns how long a text is as Twitter counts it: by Twitter's own library, for which a link is 23 characters, an emoji
 * two, and letters of most scripts beyond the European ones two each.
 */
export const weightedLength = (text: string): number => parseTweet(text).weightedLength;
