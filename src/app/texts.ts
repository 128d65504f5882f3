// The texts of what screens stand on: single constants, which the build puts where they are used. Those with numbers or
// names, and those of a part that is loaded by itself, stand in files beside it.

export const failed = 'Failed';

export const deviceIsFull = 'This device is out of space. Free some up and try again.';
export const deviceStoresNothing = 'This browser doesn’t let Gatherwell store data. Allow it and try again.';
export const serverNotReached = 'The server cannot be reached. Check your connection and try again.';

export const alreadySignedIn = 'Your are already logged in';

export const calendarFile = 'Calendar File';
export const downloadFailed = 'The download failed. Please try again.';
export const exportToCsv = 'Export To CSV';
export const exporting = 'Export';
export const exportFailed = 'The export failed. Please try again.';

export const howCoinsWork = 'How coins work';

export const tryFewerFilters = 'Try removing some filters.';
export const resetFilters = 'Reset filters';

export const people = 'People';
export const typeThreeLetters = 'Type at least 3 letter';

export const places = 'Places';
export const placesFrom = 'Places: ';
export const usualCredit = 'GeoNames, CC BY 4.0';
export const typeAPlace = 'Type a city or a ZIP code';
