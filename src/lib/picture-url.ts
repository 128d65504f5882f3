import type { PictureWidth } from '#server/ports.ts';

/** Whether a picture is not stored yet: its path is then a data URL. */
export const isNewPicture = (path: string): boolean => path.startsWith('data:');

/**
 * Returns where a stored picture is had in one of its widths (pixels), or a new one itself; undefined where there is no
 * picture.
 */
export function pictureUrl(path: string | null | undefined, width: PictureWidth): string | undefined {
  if (!path) return undefined;
  return isNewPicture(path) ? path : `/media/${path}/${width}`;
}
