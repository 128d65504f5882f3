import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A secret of 256 random bits, as text that is safe in addresses and headers. */
export function randomToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * SHA-256 of a text, in hexadecimal. Only for secrets that are random already. At once: the platform's own waits for
 * another thread, which costs a busy server many times the digest of a few bytes.
 */
export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)));

/** HMAC-SHA-256 of a short text, in hexadecimal: a hash that nobody can try texts against without the key. */
export const keyedHash = (key: string, text: string): string =>
  bytesToHex(hmac(digest, utf8ToBytes(key), utf8ToBytes(text)));

/** The same of a text of any length. A long one, with pictures in it, is hashed by another thread. */
export async function keyedHashOfAny(key: string, text: string): Promise<string> {
  if (text.length < 100_000) return keyedHash(key, text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', utf8ToBytes(key), algorithm, false, ['sign']);
  return bytesToHex(new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8ToBytes(text))));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
