import { bearerToken } from './bearer-token.ts';

/** A file that the server does not hand out, with a message to show. */
export class FileRejected extends Error {
  override name = 'FileRejected';
  /** As HTTP has it. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Fetches a file, as the signed-in user where there is one. Rejects with `FileRejected` where the server rejects, and
 * with whatever `fetch` does where it is not reached.
 * @param otherwise the message where the server sends none
 * @param options.from the first byte that is wanted: the whole file comes (200) where the server sends no ranges
 */
export async function fetchFile(
  path: string,
  otherwise: string,
  options: { from?: number; signal?: AbortSignal } = {},
): Promise<Response> {
  const { from = 0, signal } = options;
  const response = await fetch(path, {
    headers: { ...bearerToken.headers(), ...(from > 0 && { range: `bytes=${from}-` }) },
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new FileRejected(message ?? otherwise, response.status);
}
