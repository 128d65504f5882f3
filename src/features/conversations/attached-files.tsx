import { FileText, X } from 'lucide-react';
import { IconButton } from '#src/components/button.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import type { KeptFile } from '#src/local/collections/message-input.ts';
import { readBlobs } from '#src/local/engine/files.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { type Attached, bytesOf, sizeOf } from './attach-files.ts';
import { BlobPicture } from './blob-picture.tsx';
import { texts } from './texts.ts';

interface AttachedFilesProps {
  attached: Attached;
  /** How many files are being read and kept. */
  pending: number;
  onRemove: (file: KeptFile) => void;
}

/** What is attached to a message before it is sent: each file with its size, and how large they are together. */
export function AttachedFiles({ attached, pending, onRemove }: AttachedFilesProps) {
  const { images, attachments } = attached;
  const files = [...images, ...attachments];
  const ids = images.map(({ fileId }) => fileId);
  const blobs = useLocal((db) => db.transaction('r', db.blobs, () => readBlobs(db, ids)), [ids.join(' ')]);
  if (files.length === 0 && pending === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <ul aria-label={texts.attachedFiles.attached} className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
        {files.map((file) => {
          const blob = blobs?.get(file.fileId);
          return (
            <li
              key={file.fileId}
              className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-0.5 pl-1"
            >
              {blob ? (
                <BlobPicture blob={blob} alt="" className="size-9 rounded-sm object-cover" />
              ) : (
                <span className="flex size-9 items-center justify-center text-muted">
                  <FileText aria-hidden className="size-5" />
                </span>
              )}
              <span className="flex min-w-0 flex-col text-xs">
                <span dir="auto" className="max-w-40 truncate font-medium">
                  {file.fileName}
                </span>
                <span className="text-muted">{sizeOf(file.bytes)}</span>
              </span>
              <IconButton
                label={texts.attachedFiles.removeOf(file.fileName)}
                size="sm"
                onClick={() => onRemove(file)}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
        {pending > 0 && (
          <li className="flex items-center px-2">
            <Spinner label={texts.attachedFiles.adding(pending)} />
          </li>
        )}
      </ul>
      {files.length > 1 && (
        <p className="text-muted text-xs">
          {texts.attachedFiles.total(files.length, sizeOf(bytesOf(attached)))}
        </p>
      )}
    </div>
  );
}
