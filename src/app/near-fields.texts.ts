export const texts = {
  near: 'Near',
  ownAddress: 'Your address',
  cityOrZipCode: 'City or ZIP code',
  chooseAPlace: 'Choose one of the places',
  locateMe: 'Use my location',
  myLocation: 'My location',
  locationNotShared: 'Your device does not share its location. Type a place instead.',
  distance: 'Distance',
  anyDistance: 'Any distance',
  within: (kilometers: number) => `Within ${kilometers} km`,
};
