const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Encodes RGBA pixels, rows from the top, as an opaque PNG of 8-bit RGB. Rows are stored as differences to the
 * row above, which suits flat shapes and vertical gradients.
 */
export async function encodePng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8); // Bits a sample, RGB, deflate, adaptive filters, not interlaced.

  const stride = width * 3 + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    let target = y * stride;
    rows[target++] = 2; // The filter "up".
    for (let source = y * width * 4; source < (y + 1) * width * 4; source += 4)
      for (let channel = 0; channel < 3; channel++) {
        const above = y > 0 ? (pixels[source + channel - width * 4] ?? 0) : 0;
        rows[target++] = (pixels[source + channel] ?? 0) - above;
      }
  }
  const compressed = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(compressed).arrayBuffer());
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A piece of the file: length, type, content, and a checksum of type and content. */
function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
