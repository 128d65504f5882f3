import { bearerToken } from './bearer-token.ts';

/**
 * Asks the server for a file, as the signed-in user where there is one. Rejects with a sentence for people where it is
 * refused.
 * @param otherwise what is said where the server does not say why
 */
export async function fetchFile(path: string, otherwise: string): Promise<Response> {
  const response = await fetch(path, { headers: bearerToken.headers() });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? otherwise);
}
