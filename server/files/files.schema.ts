import { z } from 'zod';
import { fileKinds } from '#db/tables/files.ts';
import { isDataUrl } from '../media/data-url.ts';
import { id, requiredText } from '../validation.schema.ts';

/** How many bytes all files of a message may have together. */
export const mostBytes = 26_214_400;

/** How many files a message may have: as many pictures, and as many others. */
export const mostFiles = 20;

/** The message where files are too large. */
export const tooManyBytes = 'Maximum 25 MB File can be send at a time.';

/** The extensions that files other than pictures may have. */
export const fileExtensions = ['pdf', 'doc', 'mp4', 'json', 'txt'] as const;
export type FileExtension = (typeof fileExtensions)[number];

const unknownExtension = 'Only .pdf, .doc, .mp4, .json and .txt files can be sent.';

/** Returns the extension of a file's name in lower case; empty where it has none. */
export const extensionOf = (fileName: string): string =>
  /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

const isKnownExtension = (extension: string): extension is FileExtension =>
  fileExtensions.some((known) => known === extension);

/** The name of a file, without the folders that some programs put before it. */
const fileName = requiredText(255).overwrite((name) => name.replace(/^.*[/\\]/, '') || name);

/** A file as a message names it: one that was uploaded, or a base64 data URL. */
export type SentFile = { uploadId: string } | { data: string; fileName: string };
export interface SentFiles {
  images: readonly SentFile[];
  attachments: readonly SentFile[];
}

/** Files that are in the store, ready to be given to a message. */
export interface PreparedFiles {
  /** The pictures first, each in their order. */
  ids: string[];
  /** Those that came as data URLs: nothing else names them. */
  created: string[];
}

export const uploadReference = z.strictObject({
  uploadId: id.describe('The last part of the upload’s address.'),
});
const dataUrl = z.string().refine(isDataUrl, 'This is not a data URL with base64 content.');
const unknownForm = 'Send a data URL or an uploadId.';

/** A picture of a message. */
export const sentImage = z.union(
  [dataUrl.transform((data) => ({ data, fileName: 'picture' })), uploadReference],
  unknownForm,
);

export const attachedFile = z.strictObject({
  fileName,
  extension: z.string().max(20).optional(),
  data: dataUrl,
});

/** Another file of a message. The extension may stand apart, or at the end of the name. */
export const sentAttachment = z.union(
  [
    attachedFile
      .transform(({ fileName: name, extension = '', data }) => {
        const ending = extension.replace(/^\./, '').toLowerCase();
        const isWhole = ending === '' || extensionOf(name) === ending;
        return { data, fileName: isWhole ? name : `${name}.${ending}` };
      })
      .refine(({ fileName: name }) => isKnownExtension(extensionOf(name)), {
        path: ['extension'],
        error: unknownExtension,
      }),
    uploadReference,
  ],
  unknownForm,
);

/** What tus clients send of a file, as `Upload-Metadata`. */
export const uploadMetadata = z
  .object({ filename: fileName, kind: z.enum(fileKinds, 'kind must be image or file.') })
  .refine(({ filename, kind }) => kind === 'image' || isKnownExtension(extensionOf(filename)), {
    path: ['filename'],
    error: unknownExtension,
  });

/** The address of a file of a message, from the origin. */
export const pathOfFile = (id: string): string => `/api/files/${id}`;
