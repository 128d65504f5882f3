import sharp from 'sharp';

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = async (picture: { toBuffer(): Promise<Buffer> }): Promise<Bytes> =>
  new Uint8Array(await picture.toBuffer());

/** A picture of one colour, so many pixels wide and high, of which the format is to be chosen. */
export function plain(width: number, height: number, background = '#268bd2') {
  return sharp({
    create: { width, height, channels: 3, background },
    limitInputPixels: false,
  });
}

export const png = (width: number, height: number) => bytesOf(plain(width, height).png());
export const webp = (width: number, height: number) => bytesOf(plain(width, height).webp());

/** A JPEG whose camera lay on its side (EXIF orientation 6), and which contains who took it. */
export const sidewaysJpeg = (width: number, height: number) =>
  bytesOf(
    plain(width, height)
      .withExif({ IFD0: { Artist: 'Alice Example' } })
      .withMetadata({ orientation: 6 })
      .jpeg(),
  );

export const svg = (): Bytes =>
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
  );
export const text = (): Bytes => new TextEncoder().encode('This is not a picture.'.repeat(100));
