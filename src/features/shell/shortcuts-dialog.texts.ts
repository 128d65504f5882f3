/** The texts of the list of shortcuts. */
export const texts = {
  keyboardShortcuts: 'Keyboard shortcuts',
  areOn: 'Use keyboard shortcuts',
  thisList: 'This list',
};
