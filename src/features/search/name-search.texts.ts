/** The texts of the search box, which is part of the program: single constants, which the build puts where they are used. */
export const label = 'Search people and organizations';
export const placeholder = 'Search names';
