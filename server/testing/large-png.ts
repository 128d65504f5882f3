import { constants, crc32, deflateSync } from 'node:zlib';

/**
 * Returns a black 1-bit PNG of `width` × `height` pixels: few bytes that cost a decoder much. 25 megapixels take about
 * 4 KB. Pictures with different labels have the same pixels and different bytes. Each costs microseconds to make,
 * because the pixels are compressed once.
 */
export function largePng(label: string, width = 5000, height = 5000): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // One bit of gray, deflate, adaptive filters, not interlaced.
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('tEXt', Buffer.from(`Comment\0${label}`, 'latin1')),
      chunk('IDAT', blackRows(width, height)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

const compressed = new Map<string, Buffer>();

function blackRows(width: number, height: number): Buffer {
  const size = `${width}x${height}`;
  const rows =
    compressed.get(size) ??
    deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: constants.Z_BEST_COMPRESSION });
  compressed.set(size, rows);
  return rows;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
