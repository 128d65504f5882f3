import { fileTypeFromBuffer } from 'file-type';
import type { FileExtension } from './files.schema.ts';

/** What files of these extensions are by their first bytes. Text has no signature. */
const types: Record<FileExtension, readonly string[] | 'text'> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb'],
  mp4: ['video/mp4', 'video/x-m4v'],
  json: 'text',
  txt: 'text',
};

/** How many bytes are enough to recognise a file. */
export const recognisable = 4100;

/** Resolves to whether a file that begins with these bytes is what its extension claims. */
export async function isOfExtension(
  start: Uint8Array<ArrayBuffer>,
  extension: FileExtension,
): Promise<boolean> {
  const found = await fileTypeFromBuffer(start.subarray(0, recognisable));
  const expected = types[extension];
  if (expected !== 'text') return found !== undefined && expected.includes(found.mime);
  // XML is text, too.
  if (found && !found.mime.endsWith('xml')) return false;
  const text = textOf(start);
  return text !== undefined && (extension === 'txt' || /^\s*(?:[[{"\d-]|true|false|null)/.test(text));
}

/** The text of the first bytes of a file, which may end within a character; undefined where they are none. */
function textOf(start: Uint8Array): string | undefined {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  if (!isUtf16 && start.includes(0)) return undefined;
  // Old programs write text in other alphabets' encodings; what counts is that it is no program and no picture.
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(start.subarray(0, 4096));
}
