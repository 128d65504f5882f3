import { v7 as uuid } from 'uuid';
import {
  extensionOf,
  fileExtensions,
  mostBytes,
  mostFiles,
  tooManyBytes,
} from '#server/files/files.schema.ts';
import { failureOf } from '#src/app/failure.ts';
import type { KeptFile } from '#src/local/collections/message-input.ts';
import { FileRejected, keepFile } from '#src/local/engine/files.ts';

/** What is attached to a message that is not sent yet. */
export interface Attached {
  images: KeptFile[];
  attachments: KeptFile[];
}

/** What the system's dialogs offer. */
export const accepted = {
  images: 'image/*',
  attachments: fileExtensions.map((extension) => `.${extension}`).join(','),
};

const rejected = {
  type: 'Only pictures and .pdf, .doc, .mp4, .json and .txt files can be sent.',
  picture: 'This picture can’t be opened.',
  number: `You can send up to ${mostFiles} pictures and ${mostFiles} files at a time.`,
};

/** Returns where a file belongs; undefined where it cannot be sent. A drawing may run scripts, so it is no picture. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): keyof Attached | undefined {
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'images';
  const extension = extensionOf(name);
  return fileExtensions.some((known) => known === extension) ? 'attachments' : undefined;
}

export const bytesOf = ({ images, attachments }: Attached): number =>
  [...images, ...attachments].reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns why a file cannot be attached beside others, as a sentence; undefined where it can. */
export function problemOf(
  attached: Attached,
  file: Pick<File, 'name' | 'type' | 'size'>,
): string | undefined {
  const kind = kindOf(file);
  if (!kind) return rejected.type;
  if (attached[kind].length >= mostFiles) return rejected.number;
  return bytesOf(attached) + file.size > mostBytes ? tooManyBytes : undefined;
}

/** Keeps a file on this device, and returns it as messages name it. Rejects with a sentence where that cannot be. */
export async function attachFile(file: File): Promise<KeptFile> {
  const size = kindOf(file) === 'images' ? await pictureSize(file) : {};
  // What is pasted has no name of its own.
  const fileName = file.name || `picture-${uuid()}`;
  try {
    const { fileId } = await keepFile(file);
    return { fileId, fileName, bytes: file.size, type: file.type, ...size };
  } catch (error) {
    if (error instanceof FileRejected) throw error;
    throw new FileRejected(failureOf(error).message);
  }
}

async function pictureSize(file: File): Promise<{ width: number; height: number }> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new FileRejected(rejected.picture);
  });
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

const units = ['bytes', 'KB', 'MB'] as const;

/** "1.5 MB". */
export function sizeOf(bytes: number): string {
  const power = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2;
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
