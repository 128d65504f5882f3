// The texts of dates, distances and names: single constants, which the build puts where they are used. Those of a part that
// is loaded by itself stand in a file beside it.

export const justNow = 'just now';
export const atTime = ' at ';
export const minute = 'minute';
export const hour = 'hour';
export const day = 'day';
export const plural = 's';
export const ago = ' ago';
export const fromNow = 'in ';

export const ended = 'Ended';
export const onNow = 'On now';
export const startsNow = 'Starts now';
export const starts = 'Starts ';
export const today = 'Today ';
export const tomorrow = 'Tomorrow ';

export const within = 'Within ';
export const kilometers = ' km';
export const kilometersAway = ' km away';

export const namelessOrganization = 'Organization Name Not Found';
export const nameless = 'No name yet';

export const notFound = 'Not found';
export const cannotBeLoaded = ' can’t be loaded right now';
