export const notDone = 'Not done';
