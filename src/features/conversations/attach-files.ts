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
import { FileNotKept, keepFile } from '#src/local/engine/files.ts';
import { texts } from './texts.ts';

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
  if (!kind) return texts.attachFiles.typeRejected;
  if (attached[kind].length >= mostFiles) return texts.attachFiles.numberRejected(mostFiles);
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
    if (error instanceof FileNotKept) throw error;
    throw new FileNotKept(failureOf(error).message);
  }
}

async function pictureSize(file: File): Promise<{ width: number; height: number }> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new FileNotKept(texts.attachFiles.pictureRejected);
  });
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

/** "1.5 MB". */
export function sizeOf(bytes: number): string {
  const { bytes: inBytes, kilobytes, megabytes } = texts.attachFiles;
  if (bytes < 1024) return inBytes(bytes);
  const inKilobytes = bytes / 1024;
  return inKilobytes < 1024 ? kilobytes(rounded(inKilobytes)) : megabytes(rounded(inKilobytes / 1024));
}

const rounded = (value: number) => (value >= 10 ? String(Math.round(value)) : value.toFixed(1));
