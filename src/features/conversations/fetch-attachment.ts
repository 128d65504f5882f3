import { FileRejected, fetchFile } from '#src/app/fetch-file.ts';
import { Backoff } from '#src/local/engine/backoff.ts';
import { texts } from './texts.ts';

/** Milliseconds without a byte after which a connection counts as lost. */
const stallMs = 15_000;

/** After how many attempts in a row that brought nothing a download is given up: most of a minute. */
const mostAttempts = 7;

/**
 * Fetches a file of a message. On a connection that breaks, it goes on where it was. Rejects with `FileRejected` where
 * the server rejects, and with another error where nothing comes for most of a minute, or the device is offline at the
 * start.
 * @param onProgress called with the bytes that have arrived
 */
export async function fetchAttachment(path: string, onProgress: (received: number) => void): Promise<Blob> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (const backoff = new Backoff(); ; ) {
    await backoff.due();
    try {
      for await (const piece of readFrom(path, received)) {
        if (piece === 'from the start') {
          chunks = [];
          received = 0;
        } else {
          chunks.push(piece);
          received += piece.length;
          backoff.succeeded();
          onProgress(received);
        }
      }
      return new Blob(chunks);
    } catch (error) {
      const isOffline = received === 0 && !navigator.onLine;
      if (isFinal(error) || isOffline || backoff.attempts >= mostAttempts) throw error;
    }
  }
}

/** A server that is starting or overloaded may have it later. */
const isFinal = (error: unknown) =>
  error instanceof FileRejected && error.status < 500 && error.status !== 429;

/** Yields the bytes of a file from a position on, or from its start where the server sends all of it. */
async function* readFrom(
  path: string,
  from: number,
): AsyncGenerator<Uint8Array<ArrayBuffer> | 'from the start'> {
  const connection = new AbortController();
  let timer = setTimeout(() => connection.abort(), stallMs);
  try {
    const response = await fetchFile(path, texts.messageFiles.downloadFailed, {
      from,
      signal: connection.signal,
    });
    if (from > 0 && response.status !== 206) yield 'from the start';
    const reader = response.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) return;
      clearTimeout(timer);
      timer = setTimeout(() => connection.abort(), stallMs);
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}
