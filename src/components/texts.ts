// The texts of components: single constants, which the build puts into the components that use them. Those with numbers or
// names stand in files beside the components, so that each is loaded with its component alone.

export const beta = 'beta';
export const brand = 'Gatherwell';

export const cancel = 'Cancel';
export const close = 'Close';
export const remove = 'Remove';
export const retry = 'Retry';
export const undo = 'Undo';

export const didNotLoad = 'This did not load';
export const couldNotBeLoaded = 'Could not be loaded. Check your connection and try again.';
export const notRefreshed = 'Couldn’t refresh.';
export const showingWhatWasSaved = 'Showing what was saved at {time}.';
export const offline = 'You are offline.';

export const dismiss = 'Dismiss';
export const messages = 'Messages';

export const chooseOne = 'Choose one';
export const chooseAny = 'Choose any';
export const showChoices = 'Show choices';
export const notFound = 'Not found';
export const searching = 'Searching…';
export const chooseFromCalendar = 'Choose from a calendar';
export const showPassword = 'Show password';
export const webAddressExample = 'https://';

export const asItWillAppear = 'As it will appear';
export const choosePicture = 'Choose picture';
export const changePicture = 'Change picture';
export const choosePart = 'Choose the part to show';
export const choosePartHint = 'Drag the picture, or move it with the arrow keys.';
export const partOfPicture = 'Part of the picture';
export const acceptPicture = 'Use picture';
export const zoom = 'Zoom';

export const pictures = 'Pictures';
export const previousPicture = 'Previous picture';
export const nextPicture = 'Next picture';

export const pages = 'Pages';
export const previousPage = 'Previous page';
export const nextPage = 'Next page';

export const appearance = 'Appearance';
export const light = 'Light';
export const dark = 'Dark';
export const matchDevice = 'Match device';

export const showAsTable = 'Show as table';

export const loadingMaps = 'Loading maps';
export const mapsNotLoaded = 'Error loading maps';
export const mapsNotLoadedHint = 'What is on the map is in the list, too.';
export const zoomIn = 'Zoom in';
export const zoomOut = 'Zoom out';
export const showAll = 'Show all';
export const mapCredit = 'Natural Earth, US Census, {geoNames} (CC BY 4.0)';
export const geoNames = 'GeoNames';
