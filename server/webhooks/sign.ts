import { randomToken } from '../crypto.ts';
import { secretPrefix } from './webhooks.schema.ts';

/** Returns a secret of 256 random bits, as libraries of the Standard Webhooks specification take it. */
export function newSecret(): string {
  const base64 = randomToken().replaceAll('-', '+').replaceAll('_', '/');
  return `${secretPrefix}${base64}=`;
}

/**
 * Returns the headers of a delivery: HMAC-SHA-256 over its id, the time and the body, once by each secret, as the
 * Standard Webhooks specification has it.
 */
export async function signatureHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => signWith(secret, signed)));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}

async function signWith(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = Uint8Array.from(atob(secret.slice(secretPrefix.length)), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes))));
}
