import { bearerToken } from './bearer-token.ts';

/**
 * Fetches a file, as the signed-in user where there is one. Rejects with a message to show where the server rejects.
 * @param otherwise the message where the server sends none
 */
export async function fetchFile(path: string, otherwise: string): Promise<Response> {
  const response = await fetch(path, { headers: bearerToken.headers() });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? otherwise);
}
