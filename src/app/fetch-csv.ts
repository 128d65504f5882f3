import { FileRejected, fetchFile } from './fetch-file.ts';
import { exportFailed } from './texts.ts';

/** Fetches a table as a file, with its progress in percent. Rejects where it is not sent to its end. */
export async function fetchCsv(path: string, onProgress: (percent: number) => void): Promise<Blob> {
  const response = await fetchFile(path, exportFailed);
  if (!response.body) throw new FileRejected(exportFailed, response.status);
  const total = Number(response.headers.get('x-total-count')) + 1;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let rows = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    rows += value.filter((byte) => byte === 10).length;
    onProgress(Math.min(100, (100 * rows) / total));
  }
  return new Blob(chunks, { type: 'text/csv' });
}
