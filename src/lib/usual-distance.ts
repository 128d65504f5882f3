/** The distance that is meant where only a place was chosen, in kilometres. Apart from `near.ts`, which the feed loads late. */
export const usualKilometers = 25;
