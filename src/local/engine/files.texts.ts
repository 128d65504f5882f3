export const fileTexts = {
  nobody: 'Nobody is signed in.',
  empty: 'This file is empty.',
  tooLarge: 'Maximum 25 MB File can be send at a time.',
  noRoom: 'This device is out of space for files. Wait until earlier files are sent, or discard some.',
  littleRoom: (megabytes: number) =>
    `This device has room for ${megabytes} MB more. Wait until files are sent, or discard some.`,
};
