/** A part of a picture, in pixels of the picture. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The side of a cropped picture, in pixels. */
const croppedSize = 400;

/**
 * A part of a shown picture as a square of `croppedSize`: a data URL. The part is counted on the picture as it is
 * shown, upright.
 */
export function cropPicture(image: HTMLImageElement, { x, y, width, height }: CropArea): string {
  const canvas = document.createElement('canvas');
  canvas.width = croppedSize;
  canvas.height = croppedSize;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, croppedSize, croppedSize);
  // What a browser cannot write as WebP becomes a PNG; both keep what is transparent.
  return canvas.toDataURL('image/webp', 0.92);
}
