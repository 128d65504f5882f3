import type { PictureWidth } from '#server/ports.ts';

/** Where a stored picture is had in one of its widths (pixels); undefined where there is no picture. */
export function pictureUrl(path: string | null | undefined, width: PictureWidth): string | undefined {
  return path ? `/media/${path}/${width}` : undefined;
}
